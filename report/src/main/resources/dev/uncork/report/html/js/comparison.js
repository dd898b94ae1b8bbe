'use strict';

// Two recordings side by side.
uncork.comparison = (() => {
  const {data, text, element, section, note, three, large, nanos, count, seconds, short, charts, sortableTable, plainTable} = uncork;
  const MOST_BARS = 12;

  function change(before, after) {
    if (before > 0 && after >= 2 * before) {
      return three(after / before) + ' times';
    }
    if (before > 0) {
      const percent = 100 * (after / before - 1);
      return (percent > 0 ? '+' : '') + percent.toLocaleString('en', {maximumFractionDigits: 0}) + ' %';
    }
    return after > 0 ? 'new' : '';
  }

  function figures() {
    const percent = value => three(100 * value) + ' %';
    const rows = [['Operations/s', data.throughput, large], ['Cores kept busy', data.busyCores, three], ['Threads blocked at locks', data.blockedThreads, three],
      ['Time paused for garbage collection', data.gcShare, percent], ['CPU time in the kernel', data.systemShare, percent]]
      .filter(row => row[1]).map(([name, [before, after], show]) => [name, show(before), show(after), change(before, after)]);
    section('figures').append(plainTable('Figures before and after', ['', 'Before', 'After', 'Change'], rows));
    if (data.ledger.length) {
      const whole = value => Math.round(100 * value) + ' %';
      const points = value => (value > 0 ? '+' : '') + Math.round(100 * value) + ' points';
      section('figures').append(plainTable('Where the cores\' time went', ['', 'Before', 'After', 'Change'],
        data.ledger.map(([name, before, after]) => [name, whole(before), whole(after), points(after - before)])));
    }
  }

  function overTime(title, unit, show, seriesOf) {
    const sides = [['before', data.before], ['after', data.after]].map(([name, side]) => ({name, ...seriesOf(side)})).filter(side => side.t.length);
    if (!sides.length) {
      return;
    }
    const longest = Math.max(data.before.duration, data.after.duration);
    charts.figure(section('time'), {
      title,
      timed: true,
      label: title + ' over the time since each start: ' + sides.map(side => side.name + ' on average ' + show(side.values.reduce((a, b) => a + b, 0) / side.values.length)).join(', '),
      height: 260,
      points: () => sides[0].t.length,
      option: colours => ({
        xAxis: charts.timeAxis(colours, longest),
        yAxis: charts.axis(colours, {type: 'value', min: 0, axisLabel: {color: colours.text, formatter: show}}),
        tooltip: {valueFormatter: show},
        series: sides.map((side, i) => ({name: side.name, type: 'line', showSymbol: false, lineStyle: {width: 1.5, type: i ? 'solid' : 'dashed'},
          data: side.t.map((t, j) => [t, side.values[j]])}))
      }),
      table: () => [['Recording', 'Time', unit], sides.flatMap(side => side.t.map((t, i) => [side.name, seconds(t), show(side.values[i])]))]
    });
  }

  function lockBars(parent) {
    const top = data.locks.slice(0, MOST_BARS);
    charts.figure(parent, {
      title: 'Threads blocked, by lock',
      timed: false,
      label: 'Threads blocked before and after: ' + top.slice(0, 5).map(row => text(row[0]) + ' ' + three(row[2]) + ' and ' + three(row[3])).join('; '),
      height: 70 + 44 * top.length,
      points: () => top.length,
      option: (colours, width) => ({
        xAxis: charts.axis(colours, {type: 'value', min: 0}),
        yAxis: charts.axis(colours, {type: 'category', inverse: true, data: top.map(row => text(row[0])),
          axisLabel: {color: colours.text, formatter: name => short(name, width < 500 ? 16 : 40)}}),
        tooltip: {valueFormatter: three},
        series: ['before', 'after'].map((name, i) => ({name, type: 'bar', data: top.map(row => row[2 + i])}))
      }),
      table: () => [['Lock', 'Before', 'After', 'Change'], top.map(row => [text(row[0]), three(row[2]), three(row[3]), change(row[2], row[3])])]
    });
  }

  function locks() {
    const parent = section('locks');
    if (!data.locks.length) {
      parent.append(note('No acquire blocked in either recording.'));
      return;
    }
    lockBars(parent);
    const pair = (name, index, show) => [0, 1].map(side => ({name: name + (side ? ' after' : ' before'), number: true, value: row => row[index + side], show: row => show(row[index + side])}));
    parent.append(sortableTable({
      caption: 'Locks before and after',
      noun: 'locks',
      pageSize: 25,
      rows: data.locks,
      sortBy: 3,
      columns: [
        {name: 'Lock', value: row => text(row[0]), show: row => uncork.dotted(text(row[0]))},
        ...pair('Threads blocked', 2, three),
        {name: 'Change', number: true, value: row => Math.abs(row[3] - row[2]), show: row => change(row[2], row[3])},
        ...pair('Blocked/s', 4, large),
        ...pair('Longest', 6, nanos)
      ]
    }));
    if (data.locksOmitted) {
      parent.append(note(count(data.locksOmitted) + ' more locks, which changed less, are not listed.'));
    }
  }

  function build() {
    const verdict = section('verdict');
    verdict.append(element('p', {class: 'text'}, data.summary), ...data.cautions.map(line => note(line, 'caution')));
    figures();
    overTime('Cores kept busy', 'Cores', three, side => side.cores.known ? {t: side.cores.all.t, values: side.cores.all.process} : {t: [], values: []});
    overTime('Throughput, operations/s', 'Operations/s', large, side => ({t: side.progress.t, values: side.progress.rate}));
    locks();
    section('about').append(...[['Before', data.before], ['After', data.after]].flatMap(([name, side]) => [
      element('h3', {}, name), element('p', {}, side.verdict.text), note(side.recorded), ...side.verdict.limits.map(line => note(line))]));
  }

  return {build};
})();
