'use strict';

// Where every core-second went: the rows of the ledger over time, and what each is charged to.
uncork.ledger = (() => {
  const {data, text, element, section, note, three, seconds, count, charts} = uncork;
  const COLOURS = {
    'work': '#009e73', 'burnt': '#f0e442',
    'gc': '#cc79a7', 'compilation': '#a85687', 'safepoints': '#f4a6cf', 'jvm': '#7d3c64',
    'other-processes': '#8a8f94', 'throttled': '#5b6066',
    'locks': '#d55e00', 'pools': '#e69f00', 'full-queues': '#f2cf5b', 'few-threads': '#0072b2',
    'remote': '#56b4e9', 'storage': '#6f5bb5', 'timers': '#a99fdd', 'child-processes': '#8f7f00',
    'jvm-waits': '#c2b800', 'deadlock': '#8c0d1e'
  };
  const HEIGHT = 260;
  const LETTER = 6.5;

  function percent(share) {
    return share > 0 && share < 0.01 ? '<1 %' : Math.round(100 * share) + ' %';
  }

  function colourOf(row, colours) {
    return COLOURS[row.kind] || (row.kind === 'no-demand' ? colours.line : colours.quiet);
  }

  /**
   * The name of a row and where its area has room for it, in one line or two: the middle of the
   * longest stretch that is high enough.
   */
  function labelOf(ledger, index, columns, cores, width) {
    const name = ledger.rows[index].name;
    const blank = name.indexOf(' ', Math.floor(name.length / 2) - 3);
    const lines = blank < 0 ? [[name]] : [[name], [name.slice(0, blank), name.slice(blank + 1)]];
    for (const text of lines) {
      const longest = Math.max(...text.map(line => line.length));
      const at = place(ledger, index, columns, cores * 18 * text.length / (HEIGHT - 60), (LETTER * longest + 10) * columns / (width - 60));
      if (at) {
        return [{coord: at, label: {formatter: text.join('\n')}}];
      }
    }
    return [];
  }

  function place(ledger, index, columns, high, wide) {
    const row = ledger.rows[index];
    let best = [0, 0];
    for (let from = 0; from < columns;) {
      let to = from;
      while (to < columns && row.cores[to] >= high) {
        to++;
      }
      best = to - from > best[1] - best[0] ? [from, to] : best;
      from = Math.max(to, from + 1);
    }
    if (best[1] - best[0] < wide) {
      return null;
    }
    const column = Math.floor((best[0] + best[1]) / 2);
    const below = ledger.rows.slice(0, index).reduce((sum, other) => sum + other.cores[column], 0);
    return [String(column), below + row.cores[column] / 2];
  }

  function overTime(parent, ledger, open) {
    const rows = ledger.rows;
    const columns = rows[0].cores.length;
    const {cores} = ledger;
    const stretch = column => seconds(Math.round(column * ledger.seconds * 100) / 100);
    charts.figure(parent, {
      title: ledger.title,
      timed: true,
      label: 'Cores over time by what they went to: ' + rows.map(row => row.name + ' ' + percent(row.share)).join(', '),
      height: HEIGHT,
      points: () => columns,
      click: open,
      option: (colours, width) => ({
        legend: null,
        grid: charts.grid(12),
        xAxis: {...charts.columnAxis(colours, columns, ledger.seconds, width), boundaryGap: columns < 2},
        yAxis: charts.axis(colours, {type: 'value', min: 0, max: Math.ceil(cores - 0.01), interval: cores > 2 ? Math.ceil(cores / 4 - 0.01) : 0.5}),
        tooltip: {formatter: points => [stretch(points[0].dataIndex), ...points.filter(p => p.value >= cores / 200).reverse()
          .map(p => p.marker + rows[p.seriesIndex].name + '  ' + three(p.value) + (p.value === 1 ? ' core' : ' cores'))].join('\n')},
        series: rows.map((row, i) => ({name: row.name, type: 'line', stack: 'cores', showSymbol: false, color: colourOf(row, colours),
          triggerLineEvent: true, lineStyle: {width: 1, color: colours.surface}, areaStyle: {opacity: 1}, emphasis: {disabled: true}, data: row.cores,
          markPoint: {silent: true, symbol: 'rect', symbolSize: 1, itemStyle: {color: 'transparent'},
            label: {show: true, color: colours.text, backgroundColor: colours.surface, borderRadius: 3, padding: [2, 5], fontSize: 12, lineHeight: 14, align: 'center'},
            data: labelOf(ledger, i, columns, cores, width)}}))
      }),
      table: () => [['Time', ...rows.map(row => row.name)],
        Array.from({length: columns}, (_, i) => [stretch(i), ...rows.map(row => three(row.cores[i]))])]
    });
  }

  function rootItem(root) {
    const lines = root.lines.map(line => element('p', {class: 'note'}, text(line)));
    const stack = root.stack.length
      ? element('details', {}, element('summary', {}, 'Stack'), element('ul', {class: 'code'}, ...root.stack.map(frame => element('li', {}, text(frame)))))
      : null;
    return element('li', {}, element('p', {}, element('strong', {}, percent(root.share) + (text(root.name) ? '  ' : '')), uncork.dotted(text(root.name))),
      element('p', {}, text(root.text) + '.'), ...lines, stack);
  }

  function rootsOf(row) {
    const parts = [note(row.about)];
    if (row.roots.length) {
      parts.push(element('ol', {class: 'roots'}, ...row.roots.map(rootItem)));
    }
    if (row.omitted) {
      parts.push(note(count(row.omitted) + ' more causes are not listed here; each takes less than these.'));
    }
    return parts;
  }

  /** What most of a row is charged to, in a line. */
  function mostly(row) {
    return row.roots.slice(0, 3).filter(root => text(root.name)).map(root => text(root.name) + ' ' + percent(root.share)).join(', ');
  }

  /** The rows with their share; each opens what it is charged to. Returns what opens one. */
  function table(parent, ledger) {
    const colours = {line: 'var(--line)', quiet: 'var(--quiet)'};
    const openers = ledger.rows.map((row, i) => {
      const swatch = element('span', {class: 'swatch', 'aria-hidden': 'true'});
      swatch.style.background = colourOf(row, colours);
      const button = element('button', {type: 'button', 'aria-expanded': 'false'}, row.name);
      const main = element('tr', {},
        element('th', {scope: 'row', class: 'name'}, element('span', {class: 'entry'}, swatch, button), mostly(row) ? element('small', {}, mostly(row)) : null),
        element('td', {class: 'number'}, percent(row.share)),
        element('td', {class: 'number seconds'}, three(row.coreSeconds)));
      button.addEventListener('click', () => {
        const open = button.getAttribute('aria-expanded') === 'true';
        button.setAttribute('aria-expanded', String(!open));
        if (open) {
          main.nextElementSibling.remove();
        } else {
          main.after(element('tr', {class: 'detail'}, element('td', {colspan: '3'}, ...rootsOf(row))));
        }
      });
      return {main, button};
    });
    parent.append(element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Rows of the ledger'},
      element('table', {class: 'wide ledger'}, element('caption', {}, 'What each is charged to: press a name'),
        element('thead', {}, element('tr', {}, ...[['Cores went to', 'name'], ['Share', 'number'], ['Core-seconds', 'number seconds']].map(([name, css]) => element('th', {scope: 'col', class: css}, name)))),
        element('tbody', {}, ...openers.map(one => one.main)))));
    return index => {
      const {main, button} = openers[index];
      if (button.getAttribute('aria-expanded') === 'false') {
        button.click();
      }
      button.focus();
      main.scrollIntoView({block: 'nearest'});
    };
  }

  function build() {
    const parent = section('ledger');
    const ledger = data.ledger;
    if (!ledger.rows.length) {
      parent.append(note('The recording doesn\'t tell where the cores\' time went.'));
      return;
    }
    const figure = element('div');
    parent.append(figure);
    if (ledger.phases.length) {
      parent.append(element('h3', {}, 'What leads when'), element('ul', {}, ...ledger.phases.map(phase => element('li', {}, text(phase.text)))));
    }
    const open = table(parent, ledger);
    overTime(figure, ledger, open);
  }

  /** Black text can be read on a row's colour mixed with so much white; like names look alike. */
  function shade(node, colours) {
    let row = node;
    while (row.depth > 1) {
      row = row.parent;
    }
    if (row.depth === 0) {
      return '#dfe3e8';
    }
    const hue = colourOf({kind: row.data.kind}, colours);
    const sum = Array.from(node.data.name.split('(')[0]).reduce((all, letter) => (all * 31 + letter.codePointAt(0)) % 97, 7);
    const white = node.depth === 1 ? 0.38 : 0.48 + 0.22 * sum / 97;
    return 'rgb(' + [1, 3, 5].map(at => Math.round(parseInt(hue.slice(at, at + 2), 16) * (1 - white) + 255 * white)).join(',') + ')';
  }

  /** Rows, what they are charged to, and whose stacks these are, as one flame graph. */
  function buildStacks() {
    const parent = section('stacks');
    const stacks = data.ledgerStacks;
    if (!stacks.rows.length) {
      parent.append(note('The recording doesn\'t tell.'));
      return;
    }
    parent.append(note('From the top: the rows of the ledger, what each is charged to, and the stacks of the threads that waited for it. '
      + 'Of rows whose cores were busy, and where only few threads were, they are the stacks of those that ran. '
      + 'Width is core-seconds; what takes less than ' + Number((100 * stacks.narrowest).toPrecision(2)) + ' % of all is left out.'));
    uncork.stacks.flame(parent, {
      title: data.ledger.title,
      value: stacks.value,
      children: stacks.rows.map(row => ({name: row.name, value: row.value, kind: row.kind, children: row.within})),
      unit: value => three(value / 1000) + ' core-seconds',
      colour: node => shade(node, {line: '#d0d5db', quiet: '#8a8f94'}),
      downwards: true,
      heading: false
    });
  }

  return {build, buildStacks, colourOf};
})();
