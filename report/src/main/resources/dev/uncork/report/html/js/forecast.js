'use strict';

// The predicted curve, with the remedies as switches. Every combination was computed beforehand.
uncork.forecast = (() => {
  const {data, text, element, section, note, three, large, charts} = uncork;

  function build() {
    const parent = section('forecast');
    const forecast = data.forecast;
    if (forecast.why) {
      parent.append(note('No prediction: ' + forecast.why + '.'));
      return;
    }
    const boxes = forecast.switches.map((remedy, i) => element('input', {type: 'checkbox', value: String(1 << i)}));
    const outcome = element('p', {role: 'status'});
    parent.append(
      element('p', {}, 'Recorded: ' + large(forecast.measured.throughput) + ' ' + forecast.unit + ' with ' + forecast.measured.threads + ' threads on '
        + three(forecast.measured.cores) + ' cores; the model says ' + large(forecast.measured.modelled) + ' for that. One thread for each core elsewhere.'),
      boxes.length
        ? element('fieldset', {}, element('legend', {}, 'What would be done'), ...boxes.map((box, i) => element('label', {}, box, text(forecast.switches[i].text))))
        : note('No lock or serial phase was measured that a remedy could treat.'),
      outcome);
    const mask = () => boxes.reduce((sum, box) => sum + (box.checked ? Number(box.value) : 0), 0);
    const last = forecast.cores.length - 1;

    function describe() {
      const [low, value, high] = forecast.curves[mask()].map(line => line[last]);
      const now = forecast.curves[0][1][last];
      return (mask() ? 'With these: ' : 'As it is: ') + large(value) + ' (' + large(low) + ' to ' + large(high) + ') ' + forecast.unit + ' at '
        + forecast.cores[last] + ' cores' + (mask() ? ', ' + three(value / now) + ' times as it is.' : '.');
    }

    const figure = charts.figure(parent, {
      title: 'Predicted throughput, ' + forecast.unit,
      timed: false,
      label: 'Predicted throughput against cores. ' + describe(),
      height: 340,
      points: () => forecast.cores.length,
      option: colours => {
        const [low, value, high] = forecast.curves[mask()];
        const points = line => line;
        const hidden = {type: 'line', stack: 'band', stackStrategy: 'all', symbol: 'none', lineStyle: {opacity: 0}, tooltip: {show: false}, silent: true};
        return {
          legend: {data: [mask() ? 'with the remedies chosen' : 'as it is', 'as it is', 'recorded', ...(forecast.inRun.length ? ['measured in this run'] : [])]},
          xAxis: charts.axis(colours, {type: 'category', boundaryGap: false, data: forecast.cores.map(String), name: 'cores', nameLocation: 'middle', nameGap: 26}),
          yAxis: charts.axis(colours, {type: 'value', min: 0, axisLabel: {color: colours.text, formatter: large}}),
          grid: charts.grid(34, 26),
          tooltip: {formatter: shown => {
            const i = shown[0].dataIndex;
            return forecast.cores[i] + ' cores: ' + large(value[i]) + ' (' + large(low[i]) + ' to ' + large(high[i]) + ')\nas it is: ' + large(forecast.curves[0][1][i]);
          }},
          series: [
            {name: mask() ? 'with the remedies chosen' : 'as it is', type: 'line', symbolSize: 6, data: points(value), color: charts.COLOURS[mask() ? 2 : 0]},
            ...(mask() ? [{name: 'as it is', type: 'line', symbol: 'none', lineStyle: {type: 'dashed'}, data: points(forecast.curves[0][1]), color: charts.COLOURS[0]}] : []),
            {...hidden, name: 'low', data: points(low)},
            {...hidden, name: 'band', data: points(high.map((most, i) => most - low[i])), areaStyle: {color: charts.COLOURS[mask() ? 2 : 0], opacity: 0.18}},
            {name: 'measured in this run', type: 'line', symbol: 'circle', symbolSize: 6, data: forecast.inRun.map(([cores, value]) => [String(cores), value]), color: colours.quiet},
            {name: 'recorded', type: 'scatter', symbol: 'diamond', symbolSize: 12, data: [[String(Math.max(1, Math.min(forecast.cores[last], Math.round(forecast.measured.cores)))), forecast.measured.throughput]], color: colours.bad}
          ]
        };
      },
      table: () => [['Cores', 'Low', 'Expected', 'High', 'As it is'],
        forecast.cores.map((cores, i) => [String(cores), ...forecast.curves[mask()].map(line => large(line[i])), large(forecast.curves[0][1][i])])]
    });
    outcome.textContent = describe();
    boxes.forEach(box => box.addEventListener('change', () => {
      outcome.textContent = describe();
      figure.label('Predicted throughput against cores. ' + describe());
      figure.redraw();
    }));
    if (!forecast.calibrated) {
      parent.append(note('What handing a lock over costs was measured on another machine; uncork doctor --calibrate measures it on this one.'));
    }
    parent.append(note('A model, with bands for what it does not know; measure with uncork sweep before you rely on it.'));
  }

  return {build};
})();
