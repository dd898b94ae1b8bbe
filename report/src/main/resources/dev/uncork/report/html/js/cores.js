'use strict';

// The use of the cores over time with its sawtooth, and of each CPU.
uncork.cores = (() => {
  const {data, element, section, note, three, seconds, charts} = uncork;
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

  function sawtoothMarks(cores, curve, colours) {
    const troughs = cores.sawtooth ? cores.sawtooth.troughs : [];
    if (!troughs.length || curve !== (cores.sawtooth.closeUp || cores.all)) {
      return {};
    }
    const valueAt = t => {
      let best = 0;
      curve.t.forEach((at, i) => best = Math.abs(at - t) < Math.abs(curve.t[best] - t) ? i : best);
      return curve.process[best];
    };
    return {
      markArea: {silent: true, itemStyle: {color: colours.unsure, opacity: 0.12},
        label: {color: colours.unsure, position: 'insideTop'},
        data: [[{name: 'sawtooth', xAxis: troughs[0]}, {xAxis: troughs[troughs.length - 1]}]]},
      markPoint: {silent: true, symbol: 'triangle', symbolSize: 9, symbolOffset: [0, 8], itemStyle: {color: colours.bad},
        label: {show: false}, data: troughs.map(t => ({coord: [t, valueAt(t)]}))}
    };
  }

  function curveFigure(parent, cores, curve, title, from, to, timed) {
    const low = Math.min(...curve.process);
    const high = Math.max(...curve.process);
    charts.figure(parent, {
      title, timed,
      label: title + ': from ' + three(low) + ' to ' + three(high) + ' of ' + cores.count + ' cores'
        + (cores.sawtooth ? ', going down and up again every ' + three(cores.sawtooth.period) + ' s' : ''),
      height: 260,
      points: () => curve.t.length,
      option: colours => ({
        xAxis: {...charts.timeAxis(colours, to), min: from},
        yAxis: charts.axis(colours, {type: 'value', min: 0, max: Math.max(cores.count, 1), minInterval: cores.count > 4 ? 1 : 0}),
        tooltip: {valueFormatter: three},
        series: [
          {name: 'this program', type: 'line', showSymbol: false, areaStyle: {opacity: 0.25}, lineStyle: {width: 1.5},
            data: curve.t.map((t, i) => [t, curve.process[i]]), ...sawtoothMarks(cores, curve, colours)},
          {name: 'all processes (mean over a second)', type: 'line', showSymbol: false, lineStyle: {width: 1}, color: colours.quiet,
            data: curve.t.map((t, i) => [t, Math.min(curve.machine[i], cores.count)])}
        ]
      }),
      table: () => [['Time', 'Cores busy, this program', 'Cores busy, all processes'],
        curve.t.map((t, i) => [seconds(t), three(curve.process[i]), three(curve.machine[i])])]
    });
  }

  function lanesFigure(parent, lanes) {
    const cells = [];
    lanes.rows.forEach((row, cpu) => {
      for (let column = 0; column < lanes.columns; column++) {
        const share = DIGITS.indexOf(row[column]);
        if (share >= 0) {
          cells.push([column, cpu, Math.round(share / 63 * 100)]);
        }
      }
    });
    const times = Array.from({length: lanes.columns}, (_, i) => seconds(i * lanes.seconds));
    const means = lanes.rows.map((_, cpu) => {
      const own = cells.filter(cell => cell[1] === cpu);
      return own.length ? own.reduce((sum, cell) => sum + cell[2], 0) / own.length : 0;
    });
    charts.figure(parent, {
      title: 'Each CPU over time, all processes',
      timed: true,
      label: 'Busy share of ' + lanes.rows.length + ' CPUs over time; on average from '
        + three(Math.min(...means)) + ' to ' + three(Math.max(...means)) + ' percent',
      height: Math.max(110, Math.min(620, 70 + lanes.rows.length * (lanes.rows.length > 32 ? 5 : 22))),
      option: (colours, width) => ({
        legend: null,
        xAxis: charts.columnAxis(colours, lanes.columns, lanes.seconds, width),
        yAxis: charts.axis(colours, {type: 'category', data: lanes.rows.map((_, i) => 'CPU ' + i), inverse: true}),
        tooltip: {trigger: 'item', formatter: p => 'CPU ' + p.value[1] + ' at ' + times[p.value[0]] + ': ' + p.value[2] + ' % busy'},
        visualMap: {min: 0, max: 100, calculable: false, orient: 'horizontal', right: 16, top: 0, itemHeight: 90, itemWidth: 12,
          text: ['100 % busy', '0 %'], textStyle: {color: colours.text}, inRange: {color: [colours.empty, colours.full]}, hoverLink: false},
        series: [{type: 'heatmap', data: cells, progressive: 0, emphasis: {disabled: true}}]
      }),
      table: () => [['CPU', 'Busy on average, %'], means.map((mean, cpu) => ['CPU ' + cpu, three(mean)])]
    });
  }

  function build() {
    const parent = section('cores');
    const cores = data.cores;
    parent.append(element('p', {}, data.facts.find(fact => fact[0] === 'Cores')[1]));
    if (!cores.known || !cores.all.t.length) {
      parent.append(note('The use of the cores was not recorded.'));
    } else {
      curveFigure(parent, cores, cores.all, 'Cores kept busy', 0, data.duration, true);
      const saw = cores.sawtooth;
      if (saw) {
        parent.append(note('Sawtooth: the busy cores go down and up again every ' + three(saw.period) + ' s, ' + saw.cycles
          + ' times, by ' + three(saw.swing) + ' cores, as hot locks or timers make it. Triangles mark the low points.'));
        if (saw.closeUp && saw.closeUp.t.length) {
          const times = saw.closeUp.t;
          curveFigure(parent, cores, saw.closeUp, 'The sawtooth from close by', times[0], times[times.length - 1], false);
        }
      }
    }
    if (cores.lanes.rows.length) {
      lanesFigure(parent, cores.lanes);
    }
  }

  return {build, curveFigure, DIGITS};
})();
