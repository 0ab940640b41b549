/** Makes the dashboard of Grafana from its panels. */

import * as common from '@grafana/grafana-foundation-sdk/common';
import {
  BigValueColorMode,
  LegendDisplayMode,
  LegendPlacement,
  StackingMode,
} from '@grafana/grafana-foundation-sdk/common';
import {
  type Dashboard,
  DashboardBuilder,
  DashboardCursorSync,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { type Panel, rows } from './panels.ts';

/** What is chosen above the dashboard. */
const selector = 'job=~"$job",instance=~"$instance"';
const datasource = { type: 'prometheus', uid: '$datasource' };

export function makeDashboard(): Dashboard {
  const builder = new DashboardBuilder('Matinee')
    .uid('matinee')
    .description('How it is with rooms, viewers and processes. Every number is of the last half minute at most.')
    .tags(['matinee'])
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .timezone('browser')
    .tooltip(DashboardCursorSync.Crosshair)
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'))
    .withVariable(choice('job', 'Job', 'label_values(matinee_realtime_connections, job)'))
    .withVariable(choice('instance', 'Process', 'label_values(matinee_realtime_connections{job=~"$job"}, instance)'));
  for (const [title, panels] of Object.entries(rows)) {
    builder.withRow(new RowBuilder(title));
    for (const panel of panels) builder.withPanel(panel.isNumber ? makeNumber(panel) : makeCurves(panel));
  }
  return builder.build();
}

/** The expressions of all panels, for whatever is chosen. */
export function expressionsOfPanels(): string[] {
  return Object.values(rows).flatMap((panels) => panels.flatMap(({ queries }) => Object.values(queries)));
}

function choice(name: string, label: string, query: string): QueryVariableBuilder {
  return new QueryVariableBuilder(name)
    .label(label)
    .datasource(datasource)
    .query(query)
    .refresh(2)
    .multi(true)
    .includeAll(true)
    .allValue('.*');
}

function queriesOf({ queries }: Panel): DataqueryBuilder[] {
  return Object.entries(queries).map(([legend, expression], place) =>
    new DataqueryBuilder()
      .datasource(datasource)
      .expr(expression.replaceAll('$of', selector))
      .legendFormat(legend)
      .refId(String.fromCharCode(65 + place)),
  );
}

function makeNumber(panel: Panel): StatBuilder {
  return new StatBuilder()
    .title(panel.title)
    .description(panel.description)
    .unit(panel.unit)
    .datasource(datasource)
    .colorMode(BigValueColorMode.None)
    .targets(queriesOf(panel))
    .span(6)
    .height(4);
}

function makeCurves(panel: Panel): TimeseriesBuilder {
  return new TimeseriesBuilder()
    .title(panel.title)
    .description(panel.description)
    .unit(panel.unit)
    .min(0)
    .datasource(datasource)
    .targets(queriesOf(panel))
    .fillOpacity(panel.isStacked ? 25 : 5)
    .stacking(
      new common.StackingConfigBuilder().mode(panel.isStacked ? StackingMode.Normal : StackingMode.None).group('A'),
    )
    .legend(
      new common.VizLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.List)
        .placement(LegendPlacement.Bottom)
        .showLegend(true)
        .calcs([]),
    )
    .span(12)
    .height(8);
}
