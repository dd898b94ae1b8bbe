'use strict';

// Flame graphs by d3-flame-graph, with keys and the heaviest stacks as text.
uncork.stacks = (() => {
  const {text, element, three, short} = uncork;
  const MOST_LISTED = 10;

  function tree(name, value, children) {
    return {name, value, children: children.map(child => tree(text(child[0]), child[1], child[2] || []))};
  }

  /** Paths to the innermost frames, the heaviest first. */
  function heaviest(root) {
    const paths = [];
    (function walk(node, path) {
      const own = node.value - node.children.reduce((sum, child) => sum + child.value, 0);
      if (own > 0 && path.length) {
        paths.push({path, own});
      }
      node.children.forEach(child => walk(child, [...path, child.name]));
    })(root, []);
    return paths.sort((a, b) => b.own - a.own).slice(0, MOST_LISTED);
  }

  function list(root) {
    const share = value => three(100 * value / root.value) + ' %';
    return element('details', {}, element('summary', {}, 'The heaviest stacks as text: ' + root.name),
      element('ol', {}, ...heaviest(root).map(({path, own}) => element('li', {},
        share(own), element('ul', {class: 'code'}, ...path.slice().reverse().map(frame => element('li', {}, frame)))))));
  }

  /** Arrow keys move between frames as they stand; Enter zooms, Escape shows all. */
  function keys(holder, chart) {
    const frames = () => Array.from(holder.querySelectorAll('g.frame'));
    const name = () => frames().forEach((frame, i) => {
      frame.setAttribute('tabindex', i === 0 ? '0' : '-1');
      frame.setAttribute('role', 'button');
      const title = frame.querySelector('title');
      frame.setAttribute('aria-label', title ? title.textContent : 'frame');
    });
    const of = node => frames().find(frame => frame.__data__ === node);
    holder.addEventListener('keydown', event => {
      const frame = event.target.closest('g.frame');
      if (!frame) {
        return;
      }
      const node = frame.__data__;
      const siblings = node.parent ? node.parent.children : [node];
      const at = siblings.indexOf(node);
      const wanted = {ArrowUp: node.children && node.children[0], ArrowDown: node.parent,
        ArrowLeft: siblings[at - 1], ArrowRight: siblings[at + 1]};
      if (event.key in wanted) {
        const next = wanted[event.key] && of(wanted[event.key]);
        if (next) {
          next.focus();
        }
      } else if (event.key === 'Enter' || event.key === ' ') {
        frame.dispatchEvent(new MouseEvent('click', {bubbles: true}));
        name();
        const again = of(node);
        if (again) {
          again.focus();
        }
      } else if (event.key === 'Escape') {
        chart.resetZoom();
        name();
      } else {
        return;
      }
      event.preventDefault();
    });
    name();
  }

  function flame(parent, title, value, children, unit) {
    const root = tree(title, value, children);
    const holder = element('div', {class: 'flame', role: 'group', 'aria-label': 'Flame graph: ' + title
      + '; arrow keys move between frames, Enter zooms in, Escape shows all'});
    const search = element('input', {type: 'search', placeholder: 'search frames', 'aria-label': 'Search frames in ' + title});
    const reset = element('button', {type: 'button'}, 'Show all');
    parent.append(element('h3', {}, title), element('div', {class: 'tools'}, search, reset), holder, list(root));
    const chart = flamegraph()
      .width(Math.max(240, holder.clientWidth))
      .cellHeight(20)
      .minFrameSize(1)
      .transitionDuration(0)
      .selfValue(false)
      .sort(true)
      .tooltip(false)
      .setLabelHandler(node => node.data.name + ': ' + unit(node.value) + ', ' + three(100 * node.value / root.value) + ' %');
    if (chart.getName) {
      chart.getName(node => short(node.data.name, 60));
    }
    d3.select(holder).datum(root).call(chart);
    search.addEventListener('input', () => search.value ? chart.search(search.value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')) : chart.clear());
    reset.addEventListener('click', () => {
      search.value = '';
      chart.clear();
      chart.resetZoom();
    });
    keys(holder, chart);
  }

  return {flame};
})();
