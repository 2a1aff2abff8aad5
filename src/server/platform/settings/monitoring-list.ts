import type { Definition } from '#server/platform/settings/setting-values.ts'
import { linkBase, matching, share, whole } from '#server/platform/settings/setting-values.ts'

/** The settings of metrics and traces, a part of the list of all. */
export const monitoring = {
  METRICS_PORT: {
    group: 'Network',
    value: whole(1, 65_535),
    without: 'no metrics',
    meaning: 'Port of `/metrics` for Prometheus, apart from that of the users (`docs/operations/monitoring.md`).',
  },
  METRICS_HOST: {
    group: 'Network',
    value: matching('an address of this machine', text => text !== ''),
    default: '127.0.0.1',
    meaning: 'Address of `/metrics`. It has no password: only the network of the monitoring may reach it.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    group: 'Network',
    value: linkBase,
    without: 'no traces',
    meaning:
      'Collector of OpenTelemetry that gets traces by OTLP over HTTP (JSON) at `/v1/traces`; see `docs/operations/monitoring.md`.',
  },
  OTEL_SERVICE_NAME: {
    group: 'Network',
    value: matching('a name', text => text !== ''),
    default: 'almotacen',
    meaning: 'Name of the portal in traces.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    group: 'Network',
    value: share,
    default: '1',
    meaning: 'Share of the calls and jobs that are traced, from 0 to 1. A call whose caller is traced follows it.',
  },
} as const satisfies Record<string, Definition>
