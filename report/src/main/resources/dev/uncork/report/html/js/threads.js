'use strict';

// Which thread ran on which core when, coloured by NUMA node: all threads as a map, and a dozen at a
// time as lines over the cores.
uncork.threads = (() => {
  const {data, text, element, section, note, three, nanos, count, seconds, short, charts, sortableTable, cores} = uncork;
  const AT_A_TIME = 12;
  const HUES = [205, 25, 150, 320, 45, 265, 95, 355];
  const threads = data.threads || {rows: []};

  function cpuAt(cells, column) {
    const high = cores.DIGITS.indexOf(cells[2 * column]);
    return high < 0 ? -1 : high * 64 + cores.DIGITS.indexOf(cells[2 * column + 1]);
  }

  function lanes() {
    return threads.rows.map(([name, cpuNanos, changes, samples, cells]) => ({
      name: text(name), cpuNanos, changes, samples,
      cpus: Array.from({length: threads.columns}, (_, column) => cpuAt(cells, column))
    }));
  }

  function nodeOf(cpu) {
    return cpu in threads.nodes ? threads.nodes[cpu] : -1;
  }

  function nodeName(node) {
    return node < 0 ? 'node unknown' : 'NUMA node ' + node;
  }

  function colourOf(cpu, most) {
    const node = nodeOf(cpu);
    const light = 30 + 40 * cpu / Math.max(1, most);
    return node < 0 ? 'hsl(0, 0%, ' + light + '%)' : 'hsl(' + HUES[node % HUES.length] + ', 75%, ' + light + '%)';
  }

  function keyOf(nodes, most) {
    const middle = node => {
      const own = Object.keys(threads.nodes).map(Number).filter(cpu => threads.nodes[cpu] === node);
      return own.length ? own[Math.floor(own.length / 2)] : Math.floor(most / 2);
    };
    return element('ul', {class: 'key'}, ...nodes.map(node => {
      const swatch = element('span', {'aria-hidden': 'true'});
      swatch.style.background = node < 0 ? 'hsl(0, 0%, 50%)' : colourOf(middle(node), most);
      return element('li', {}, swatch, nodeName(node));
    }), element('li', {}, 'shades: its CPUs; blank: not running'));
  }

  function map(parent, rows, most, nodes) {
    const cells = [];
    rows.forEach((row, y) => row.cpus.forEach((cpu, column) => {
      if (cpu >= 0) {
        cells.push([column, y, cpu]);
      }
    }));
    const times = Array.from({length: threads.columns}, (_, i) => seconds(i * threads.seconds));
    charts.figure(parent, {
      title: 'Threads and the core that each ran on',
      timed: true,
      key: keyOf(nodes, most),
      label: rows.length + ' threads over time, coloured by the NUMA node of the core that they ran on; '
        + rows.reduce((sum, row) => sum + row.changes, 0) + ' changes of core were seen',
      height: Math.max(120, Math.min(900, 50 + rows.length * (rows.length > 40 ? 4 : 20))),
      option: (colours, width) => ({
        legend: null,
        grid: charts.grid(8),
        xAxis: charts.columnAxis(colours, threads.columns, threads.seconds, width),
        yAxis: charts.axis(colours, {type: 'category', inverse: true, data: rows.map(row => row.name),
          axisLabel: {color: colours.text, hideOverlap: true, formatter: name => short(name, width < 500 ? 12 : 26)}}),
        tooltip: {trigger: 'item', formatter: p => short(rows[p.value[1]].name, 40) + '\n' + times[p.value[0]] + ': CPU ' + p.value[2] + ', ' + nodeName(nodeOf(p.value[2]))},
        visualMap: {show: false, min: 0, max: Math.max(1, most), inRange: {color: Array.from({length: Math.max(2, most + 1)}, (_, cpu) => colourOf(cpu, most))}, hoverLink: false},
        series: [{type: 'heatmap', data: cells, progressive: 0, emphasis: {disabled: true}}]
      }),
      table: () => [['Thread', 'CPU time', 'Changes of core', 'Samples'], rows.map(row => [row.name, nanos(row.cpuNanos), count(row.changes), count(row.samples)])]
    });
  }

  /** Bands of neighbouring CPUs of one node. */
  function bands(most) {
    const found = [];
    for (let cpu = 0; cpu <= most; cpu++) {
      const node = nodeOf(cpu);
      const last = found[found.length - 1];
      if (last && last.node === node) {
        last.to = cpu;
      } else {
        found.push({node, from: cpu, to: cpu});
      }
    }
    return found;
  }

  /** Lines of threads on one CPU beside each other rather than over each other. */
  function beside(i) {
    return (i - (AT_A_TIME - 1) / 2) / AT_A_TIME * 0.8;
  }

  function lines(parent, rows, most) {
    let from = 0;
    const picker = element('select', {'aria-label': 'Threads to draw'});
    for (let first = 0; first < rows.length; first += AT_A_TIME) {
      picker.append(element('option', {value: String(first)}, 'threads ' + (first + 1) + ' to ' + Math.min(rows.length, first + AT_A_TIME)));
    }
    const holder = element('div');
    parent.append(element('div', {class: 'tools'}, element('span', {}, 'By CPU time, most first:'), picker), holder);
    const shown = () => rows.slice(from, from + AT_A_TIME);
    const figure = charts.figure(holder, {
      title: 'Cores that a dozen threads moved over',
      timed: true,
      label: 'A line for each thread: the number of the CPU that it ran on, over time; bands are NUMA nodes',
      height: 420,
      points: () => threads.columns,
      option: (colours, width) => ({
        grid: charts.grid(14 + 22 * Math.ceil(shown().length / Math.max(1, Math.floor(width / 170)))),
        legend: {formatter: name => short(shown()[Number(name)].name, 18), itemGap: 8},
        xAxis: charts.timeAxis(colours, threads.columns * threads.seconds),
        yAxis: charts.axis(colours, {type: 'value', min: -0.5, max: most + 0.5, interval: most <= 16 ? 0.5 : undefined, minInterval: 1,
          splitLine: {show: false}, axisLabel: {color: colours.text, formatter: cpu => Number.isInteger(cpu) ? 'CPU ' + cpu : ''}}),
        tooltip: {formatter: points => [seconds(points[0].value[0]), ...points.filter(p => p.value[1] !== null)
          .map(p => p.marker + short(shown()[p.seriesIndex].name, 30) + '  CPU ' + Math.round(p.value[1]))].join('\n')},
        series: shown().map((row, i) => ({name: String(i), type: 'line', symbol: 'rect', symbolSize: [5, 3], showAllSymbol: true, lineStyle: {width: 1, opacity: 0.25},
          data: row.cpus.map((cpu, column) => [(column + 0.5) * threads.seconds, cpu < 0 ? null : cpu + beside(i)]),
          ...(i ? {} : {markArea: {silent: true, label: {position: 'insideTopLeft', color: colours.quiet},
            data: bands(most).map(band => [{name: nodeName(band.node), yAxis: band.from - 0.5, itemStyle: {color: colourOf(band.from, most), opacity: 0.13}},
              {yAxis: band.to + 0.5}])}})}))
      }),
      table: () => [['Time', ...rows.slice(0, AT_A_TIME).map(row => row.name)],
        Array.from({length: threads.columns}, (_, column) => [seconds(column * threads.seconds), ...rows.slice(0, AT_A_TIME).map(row => row.cpus[column] < 0 ? '–' : String(row.cpus[column]))])]
    });
    picker.addEventListener('change', () => {
      from = Number(picker.value);
      figure.redraw();
    });
  }

  function table(parent, rows) {
    const nodesOf = row => Array.from(new Set(row.cpus.filter(cpu => cpu >= 0).map(nodeOf))).filter(node => node >= 0).sort((a, b) => a - b).join(', ') || '–';
    parent.append(element('details', {}, element('summary', {}, 'Threads, their CPU time and moves'), sortableTable({
      caption: 'Threads',
      noun: 'threads',
      pageSize: 25,
      rows,
      sortBy: 1,
      columns: [
        {name: 'Thread', value: row => row.name, show: row => row.name},
        {name: 'CPU time', number: true, value: row => row.cpuNanos, show: row => nanos(row.cpuNanos)},
        {name: 'Changes of core', number: true, value: row => row.changes, show: row => count(row.changes)},
        {name: 'Samples', number: true, value: row => row.samples, show: row => count(row.samples)},
        {name: 'NUMA nodes', value: nodesOf, show: nodesOf}
      ]
    })));
  }

  function build() {
    const parent = section('threads');
    if (!threads.rows.length) {
      parent.append(note('Where threads ran was not recorded.'));
      return;
    }
    const rows = lanes();
    const most = rows.reduce((high, row) => row.cpus.reduce((a, b) => Math.max(a, b), high), 0);
    const nodes = Array.from(new Set(rows.flatMap(row => row.cpus).filter(cpu => cpu >= 0).map(nodeOf))).sort((a, b) => a - b);
    map(parent, rows, most, nodes);
    lines(parent, rows, most);
    table(parent, rows);
    if (threads.omitted > 0) {
      parent.append(note(count(threads.omitted) + ' more threads used less CPU time and are not drawn.'));
    }
  }

  return {build};
})();
