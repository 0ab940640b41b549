/**
 * OpenTelemetry traces, sent over OTLP (HTTP, JSON). The process keeps a bounded queue; spans that do not fit, or that
 * the collector rejects, are dropped. Load this module only when it is configured. [TC1]–[TC6]
 */
import {
  type HrTime,
  ROOT_CONTEXT,
  type Tracer as SdkTracer,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { type Clock, pause } from '../../kernel/clock.ts';
import type { Part } from '../../kernel/lifecycle.ts';
import type { Log } from '../../kernel/log.ts';
import type { Tracer } from '../../kernel/tracing/tracer.ts';
import { makeCollector } from './collector.ts';

interface TracingParts {
  /** HTTP address of the collector. */
  readonly endpoint: string;
  readonly authorization?: string | undefined;
  /** Share of the calls to trace, 0 to 1, unless the caller has decided. */
  readonly ratio: number;
  readonly version: string;
  /** Identifies this process until it ends. */
  readonly instanceId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** How often to send, in milliseconds. */
  readonly sendEveryMs?: number;
}

/** Most spans of one call: a call that makes a thousand database queries is recognizable by 128. */
const mostParts = 128;
/** Most queued spans, of about a kilobyte each. */
const mostWaiting = 2_048;
/** Time limit for the last spans when the process stops, in milliseconds. */
const lastMs = 1_000;

/** The address for traces: appends `/v1/traces` to an address without a path, as other programs do. */
export function traceUrl(endpoint: string): string {
  const url = new URL(endpoint);
  if (url.pathname === '/') url.pathname = '/v1/traces';
  return url.href;
}

export function makeTracing(parts: TracingParts): { readonly tracer: Tracer; readonly part: Part } {
  const { clock, ratio, version, instanceId, sendEveryMs = 5_000 } = parts;
  const processor = new BatchSpanProcessor(makeExporter(parts), {
    scheduledDelayMillis: sendEveryMs,
    maxQueueSize: mostWaiting,
    maxExportBatchSize: 512,
  });
  const provider = new BasicTracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    resource: resourceFromAttributes({
      'service.name': 'matinee',
      'service.version': version,
      'service.instance.id': instanceId,
    }),
    spanProcessors: [processor],
  });
  return {
    tracer: makeTracer(provider.getTracer('matinee')),
    part: {
      name: 'traces',
      stop: () => Promise.race([provider.shutdown().catch(() => undefined), pause(clock, lastMs)]),
    },
  };
}

/** Milliseconds since 1970 as seconds and nanoseconds. The library takes small numbers for times of another clock. */
const timeOf = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)];

function makeTracer(sdk: SdkTracer): Tracer {
  return {
    begin(name, startedMs, traceparent) {
      const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
      const around = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
      const span = sdk.startSpan(name, { kind: SpanKind.SERVER, startTime: timeOf(startedMs) }, around);
      if (!span.isRecording()) return undefined;
      const within = trace.setSpan(ROOT_CONTEXT, span);
      let count = 0;
      return {
        part(partName, partStartedMs, endedMs, attributes) {
          count += 1;
          if (count > mostParts) return;
          const options = { kind: SpanKind.CLIENT, startTime: timeOf(partStartedMs), attributes };
          sdk.startSpan(partName, options, within).end(timeOf(endedMs));
        },
        end(endedMs, attributes, failure) {
          span.setAttributes(attributes);
          if (count > mostParts) span.setAttribute('matinee.left_out', count - mostParts);
          if (failure !== undefined) span.setAttribute('error.type', failure);
          // Errors of the caller are not errors of the server (OpenTelemetry, semantic conventions of RPC).
          if (failure === 'internal' || failure === 'unavailable') span.setStatus({ code: SpanStatusCode.ERROR });
          span.end(timeOf(endedMs));
        },
      };
    },
  };
}

/** Reports success to the library, which otherwise prints failures itself; logs each failure in one line. */
function makeExporter({ endpoint, authorization, log }: TracingParts): SpanExporter {
  const url = traceUrl(endpoint);
  const collector = makeCollector(url, authorization);
  let isFailing = false;

  async function send(spans: ReadableSpan[]): Promise<void> {
    try {
      await collector.send(JsonTraceSerializer.serializeRequest(spans)!);
      if (isFailing) log.info('traces are sent again');
      isFailing = false;
    } catch (err) {
      if (!isFailing)
        log.warn({ err, collector: new URL(url).origin }, 'traces cannot be sent and are dropped until they can');
      isFailing = true;
    }
  }

  return {
    export(spans, done: (result: ExportResult) => void) {
      void send(spans).then(() => done({ code: ExportResultCode.SUCCESS }));
    },
    shutdown: () => collector.close(),
  };
}
