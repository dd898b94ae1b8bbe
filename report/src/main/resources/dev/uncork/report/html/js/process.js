'use strict';

// Throughput, phases and garbage collection.
uncork.process = (() => {
  const {data, text, element, section, note, three, large, seconds, short, charts, plainTable, count} = uncork;
  const KINDS = {parallel: '#0072b2', serial: '#d55e00', gc: '#cc79a7', idle: '#999999', unknown: '#bbbbbb'};

  function throughput(parent, progress) {
    if (!progress.t.length) {
      parent.append(note('The program reported no operations; uncork run --progress reads them from its output.'));
      return;
    }
    charts.figure(parent, {
      title: 'Throughput, operations/s',
      timed: true,
      label: 'Operations per second over time, from ' + large(Math.min(...progress.rate)) + ' to ' + large(Math.max(...progress.rate)),
      height: 220,
      points: () => progress.t.length,
      option: colours => ({
        legend: null,
        xAxis: charts.timeAxis(colours, data.duration),
        yAxis: charts.axis(colours, {type: 'value', min: 0,
          axisLabel: {color: colours.text, formatter: large}}),
        tooltip: {valueFormatter: large},
        series: [{name: 'operations/s', type: 'line', showSymbol: progress.t.length < 60, data: progress.t.map((t, i) => [t, progress.rate[i]])}]
      }),
      table: () => [['Time', 'Operations/s'], progress.t.map((t, i) => [seconds(t), large(progress.rate[i])])]
    });
  }

  /** A bar of a figure whose lines are stretches of time: line 0 is the lowest. */
  function bar(phase, line, {name, colour, ink}, colours, width) {
    const length = phase.to - phase.from;
    const room = Math.floor(length / data.duration * (width - 90) / 7);
    return {type: 'bar', stack: 'phases', barWidth: 34, data: line === 0 ? [length] : [0, length],
      itemStyle: {color: colour, borderColor: colours.surface, borderWidth: 1},
      label: {show: true, formatter: p => p.dataIndex === line && room > 4 ? short(name, room) : '', color: ink}};
  }

  function phases(parent) {
    const all = data.phases;
    const leading = data.ledger.phases;
    // Its threads may wait for something, of which the ledger tells.
    const shown = phase => phase.kind === 'idle' ? 'cores idle' : phase.kind;
    const stretch = phase => seconds(phase.from) + ' to ' + seconds(phase.to);
    charts.figure(parent, {
      title: 'Phases',
      timed: false,
      label: 'Phases in order of time: ' + all.slice(0, 20).map(phase => shown(phase) + ' from ' + stretch(phase)).join(', ')
        + (leading.length ? '; what leads: ' + leading.map(phase => text(phase.text)).join('; ') : ''),
      height: leading.length ? 160 : 110,
      option: (colours, width) => ({
        legend: null,
        grid: charts.grid(4),
        xAxis: charts.timeAxis(colours, Math.max(data.duration, all.length ? all[all.length - 1].to : 1)),
        yAxis: charts.axis(colours, {type: 'category', data: leading.length ? ['runs', 'leads'] : ['']}),
        tooltip: {trigger: 'item', formatter: p => p.seriesIndex >= all.length ? text(leading[p.seriesIndex - all.length].text)
          : all[p.seriesIndex].kind + ', ' + stretch(all[p.seriesIndex]) + ': ' + three(all[p.seriesIndex].busy) + ' cores busy'},
        series: [...all.map(phase => bar(phase, 0, {name: shown(phase), colour: KINDS[phase.kind] || KINDS.unknown, ink: '#ffffff'}, colours, width)),
          ...leading.map(phase => bar(phase, 1, {name: text(phase.name), colour: uncork.ledger.colourOf(phase, colours), ink: '#000000'}, colours, width))]
      }),
      table: () => [['Phase', 'From', 'To', 'Cores busy'], [
        ...all.map(phase => [shown(phase), seconds(phase.from), seconds(phase.to), three(phase.busy)]),
        ...leading.map(phase => [text(phase.name), seconds(phase.from), seconds(phase.to), ''])]]
    });
    all.filter(phase => phase.kind === 'serial').slice(0, 5).forEach(phase => {
      const stack = phase.stack.map(text);
      parent.append(element('p', {}, 'Serial from ' + seconds(phase.from) + ' to ' + seconds(phase.to) + (text(phase.thread) ? ', thread ' + text(phase.thread) : '')
        + (stack.length ? ':' : '; no stack was sampled.')));
      if (stack.length) {
        parent.append(element('ul', {class: 'code'}, ...stack.map(frame => element('li', {}, frame))));
      }
    });
    if (data.phasesOmitted) {
      parent.append(note(count(data.phasesOmitted) + ' more phases are not shown.'));
    }
  }

  function gc(parent, pauses) {
    parent.append(element('p', {}, 'Garbage collection: ' + data.facts.find(fact => fact[0] === 'GC')[1] + '.'));
    if (!pauses.count) {
      return;
    }
    const times = pauses.automatic.map((_, i) => (i + 0.5) * pauses.seconds);
    const bars = (name, values) => ({name, type: 'bar', stack: 'gc', barWidth: '90%', barMinWidth: 1, data: values});
    charts.figure(parent, {
      title: 'Pauses for garbage collection',
      timed: true,
      label: 'Milliseconds of pauses over time; the most in ' + three(pauses.seconds) + ' s are '
        + three(Math.max(...pauses.automatic.map((value, i) => value + pauses.explicit[i]))),
      height: 200,
      points: () => times.length,
      option: (colours, width) => ({
        xAxis: charts.columnAxis(colours, times.length, pauses.seconds, width),
        yAxis: charts.axis(colours, {type: 'value', min: 0, axisLabel: {color: colours.text, formatter: value => large(value) + ' ms'}}),
        tooltip: {formatter: points => [seconds(points[0].dataIndex * pauses.seconds), ...points.map(p => p.marker + p.seriesName + '  ' + three(p.value) + ' ms')].join('\n')},
        series: [bars('by the JVM', pauses.automatic), bars('by System.gc()', pauses.explicit)]
      }),
      table: () => [['Time', 'Pauses by the JVM, ms', 'by System.gc(), ms'],
        times.map((t, i) => [seconds(t - pauses.seconds / 2), three(pauses.automatic[i]), three(pauses.explicit[i])])
          .filter((_, i) => pauses.automatic[i] + pauses.explicit[i] > 0)]
    });
  }

  function build() {
    const parent = section('process');
    throughput(parent, data.progress);
    phases(parent);
    gc(parent, data.gc);
  }

  return {build};
})();
