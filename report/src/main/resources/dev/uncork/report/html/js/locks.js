'use strict';

// The contended locks over time, and their table; each row opens the stacks at its lock.
uncork.locks = (() => {
  const {data, text, element, section, note, three, nanos, count, seconds, short, charts, sortableTable} = uncork;
  const [NAME, KIND, SITE, HOLDER, TOTAL, MAX, BLOCKED, WAITS, WAITED, HOLD, WAITERS, HOLDERS] = Array.from({length: 12}, (_, i) => i);

  function overTime(parent, lines) {
    const names = lines.names.map(text);
    const times = lines.values.length ? lines.values[0].map((_, i) => (i + 0.5) * lines.seconds) : [];
    charts.figure(parent, {
      title: 'Threads blocked at locks',
      timed: true,
      label: 'Threads blocked over time, stacked by lock: ' + names.map((name, i) =>
        name + ' on average ' + three(lines.values[i].reduce((a, b) => a + b, 0) / lines.values[i].length)).join('; '),
      height: 230 + 22 * names.length,
      points: () => times.length,
      option: (colours, width) => ({
        grid: charts.grid(22 * names.length + 16),
        legend: {orient: 'vertical', itemGap: 7, formatter: name => short(names[Number(name)], Math.max(24, Math.floor(width / 8)))},
        xAxis: charts.columnAxis(colours, times.length, lines.seconds, width),
        yAxis: charts.axis(colours, {type: 'value', min: 0}),
        tooltip: {formatter: points => [seconds(points[0].dataIndex * lines.seconds), ...points.filter(p => p.value > 0)
          .map(p => p.marker + short(names[p.seriesIndex], 36) + '  ' + three(p.value))].join('\n')},
        // Named by number: two locks may have one name.
        series: names.map((_, i) => ({name: String(i), type: 'line', stack: 'locks', showSymbol: false, lineStyle: {width: 0.5},
          areaStyle: {opacity: 0.75}, emphasis: {disabled: true}, data: lines.values[i]}))
      }),
      table: () => [['Time', ...names], times.map((t, j) => [seconds(t - lines.seconds / 2), ...lines.values.map(line => three(line[j]))])]
    });
    parent.append(note('An acquire that blocked counts in the second in which it ended, with all the time that it took.'));
  }

  function openFlame(place, title, [value, children], unit) {
    uncork.stacks.flame(place, {title, value, children, unit, heading: true});
  }

  function openStacks(row, place) {
    const facts = [['Kind', text(row[KIND])], ['Waits at', text(row[SITE]) || 'unknown'], ['Held by', text(row[HOLDER]) || 'unknown']];
    place.append(element('dl', {}, ...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {class: 'code'}, value)])));
    if (row[WAITERS].length) {
      openFlame(place, 'Where threads wait for ' + short(text(row[NAME]), 60), row[WAITERS], value => nanos(value * 1000));
    }
    if (row[HOLDERS].length) {
      openFlame(place, 'What holders of ' + short(text(row[NAME]), 60) + ' do', row[HOLDERS], value => count(value) + ' samples');
    } else {
      place.append(note('No holder was sampled at this lock.'));
    }
  }

  /** The name, and under it where most of its blocked acquires are. */
  function lockCell(row) {
    const site = text(row[SITE]);
    return element('span', {}, uncork.dotted(text(row[NAME])), site ? element('small', {}, 'at ' + short(site, 60)) : null);
  }

  function table(parent, locks) {
    const column = (name, index, show) => ({name, number: true, value: row => row[index], show: row => show(row[index])});
    parent.append(sortableTable({
      caption: 'Contended locks',
      noun: 'locks',
      pageSize: 25,
      rows: locks.rows,
      sortBy: 1,
      columns: [
        {name: 'Lock', value: row => text(row[NAME]) + ' ' + text(row[SITE]), show: lockCell},
        column('Acquire time', TOTAL, nanos),
        column('Longest', MAX, nanos),
        column('Blocked', BLOCKED, count),
        column('Waits', WAITS, count),
        column('Waited', WAITED, nanos),
        column('Held', HOLD, value => value < 0 ? '–' : nanos(value))
      ],
      detail: {name: row => text(row[NAME]), has: row => row[WAITERS].length || row[HOLDERS].length, fill: openStacks}
    }));
    parent.append(note('Acquire time: of all acquires that blocked. Blocked: how many did. Waits: Object.wait and Condition.await. Held: typical length of a critical section, where it was measured.'));
    if (locks.omitted) {
      parent.append(note(count(locks.omitted) + ' more locks are not listed here: ' + count(locks.omittedBlocked) + ' acquires blocked at them, '
        + nanos(locks.omittedNanos) + ' in total. uncork report --json lists more.'));
    }
  }

  function build() {
    const parent = section('locks');
    const locks = data.locks;
    if (!locks.rows.length) {
      parent.append(note(locks.source === 'NONE' ? 'Locks were not recorded.' : 'No acquire blocked, and no thread waited.'));
      return;
    }
    if (locks.overTime.names.length) {
      overTime(parent, locks.overTime);
    }
    table(parent, locks);
  }

  return {build};
})();
