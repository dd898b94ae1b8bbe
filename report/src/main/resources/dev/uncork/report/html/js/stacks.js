'use strict';

// Flame graphs by d3-flame-graph, with keys and the heaviest stacks as text.
uncork.stacks = (() => {
  const {text, element, three, short, charts} = uncork;
  const MOST_LISTED = 10;

  /** Frames come as [text, value, frames within]; what isn't a frame brings its own name and kind. */
  function tree(name, value, children, kind) {
    return {name, value, kind, children: children.map(child => Array.isArray(child)
      ? tree(text(child[0]), child[1], child[2] || [])
      : tree(child.name, child.value, child.children, child.kind))};
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
  function keys(holder, chart, downwards) {
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
      const within = node.children && node.children[0];
      const wanted = {ArrowUp: downwards ? node.parent : within, ArrowDown: downwards ? within : node.parent,
        ArrowLeft: siblings[at - 1], ArrowRight: siblings[at + 1]};
      if (event.key in wanted) {
        const next = wanted[event.key] && of(wanted[event.key]);
        if (next) {
          next.focus();
        }
      } else if (event.key === 'Enter' || event.key === ' ') {
        frame.dispatchEvent(new MouseEvent('click', {bubbles: true}));
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
    return name;
  }

  /**
   * Draws a flame graph. unit(value) is an amount in words, colour(node) a frame's colour where it
   * isn't the library's; one that grows downwards has its outermost frames on top.
   */
  function flame(parent, {title, value, children, unit, colour, downwards, heading}) {
    const root = tree(title, value, children);
    const share = part => three(100 * part / root.value) + ' %';
    const holder = element('div', {class: 'flame', role: 'group', 'aria-label': 'Flame graph: ' + title
      + '; arrow keys move between frames, Enter zooms in, Escape shows all'});
    const search = element('input', {type: 'search', placeholder: 'search frames', 'aria-label': 'Search frames in ' + title});
    const reset = element('button', {type: 'button'}, 'Show all');
    const found = element('span', {role: 'status'});
    parent.append(heading ? element('h3', {}, title) : '', element('div', {class: 'tools'}, search, reset, found), holder, list(root));
    const width = () => Math.max(240, holder.clientWidth);
    const chart = flamegraph()
      .width(width())
      .cellHeight(20)
      .minFrameSize(1)
      .transitionDuration(0)
      .selfValue(false)
      .sort(colour ? (a, b) => b.value - a.value : true)
      .inverted(Boolean(downwards))
      .resetHeightOnZoom(true)
      .tooltip(false)
      .getName(node => short(node.data.name, 60))
      .setSearchMatch((node, wanted) => node.data.name.toLowerCase().includes(wanted.toLowerCase()))
      .setSearchHandler((frames, sum) => {
        found.textContent = frames.length ? share(sum) + ' found' : 'none found';
      })
      .setLabelHandler(node => node.data.name + ': ' + unit(node.value) + ', ' + share(node.value));
    if (colour) {
      chart.setColorMapper((node, plain) => node.highlight ? plain : colour(node));
    }
    d3.select(holder).datum(root).call(chart);
    const name = keys(holder, chart, downwards);
    chart.onClick(name);
    const clear = () => {
      found.textContent = '';
      chart.clear();
    };
    search.addEventListener('input', () => search.value ? chart.search(search.value) : clear());
    reset.addEventListener('click', () => {
      search.value = '';
      clear();
      chart.resetZoom();
    });
    charts.alsoRedraw(() => {
      if (holder.isConnected) {
        chart.width(width()).update();
        name();
      }
    });
  }

  return {flame};
})();
