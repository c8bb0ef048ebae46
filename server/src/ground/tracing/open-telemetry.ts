import { AsyncLocalStorage } from 'node:async_hooks'
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as ApiSpan,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { MonitoringSettings } from '../settings/monitoring-settings.ts'
import type { SpanOptions, Tracing } from './tracing.ts'

const kinds: Record<SpanOptions['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/**
 * Takes spans and sends them to `url` in batches. Nothing of this process is patched, and nothing global is
 * set. A collector that does not answer costs the spans, nothing else.
 */
export function startTracing(
  { serviceName, tracesRatio }: MonitoringSettings,
  url: string,
  { version, instance }: { readonly version: string; readonly instance: string },
): Tracing {
  const provider = new TracerProvider({
    resource: detectResources({ detectors: [envDetector] }).merge(
      resourceFromAttributes({
        'service.name': serviceName,
        'service.version': version,
        'service.instance.id': instance,
      }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracesRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('cartouche', version)
  const running = new AsyncLocalStorage<ApiSpan>()
  const parentOf = (traceparent: string | undefined): Context => {
    const given = traceparent === undefined ? undefined : parseTraceparent(traceparent)
    if (given) return given
    const parent = running.getStore()
    return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  }
  return {
    span: async ({ name, kind, attributes = {}, traceparent }, work) => {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parentOf(traceparent))
      try {
        return await running.run(span, () =>
          work({
            rename: (text) => void span.updateName(text),
            set: (facts) => void span.setAttributes(facts),
          }),
        )
      } catch (error) {
        // The code alone: a message may hold what somebody wrote.
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', codeOf(error))
        throw error
      } finally {
        span.end()
      }
    },
    traceparent: () => {
      const context = running.getStore()?.spanContext()
      if (!context) return undefined
      const flags = context.traceFlags.toString(16).padStart(2, '0')
      return `00-${context.traceId}-${context.spanId}-${flags}`
    },
    stop: () => provider.shutdown().catch(() => {}),
  }
}

/**
 * What a `traceparent` names; undefined where it is not well-formed.
 * @source W3C Trace Context §3.2: version `ff` is forbidden, later versions are read by the fields of `00`
 */
function parseTraceparent(text: string): Context | undefined {
  const found = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(text)
  if (!found || (found[1] === '00' && found[5] !== undefined)) return undefined
  const [, , traceId = '', spanId = '', flags = '00'] = found
  const context = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  }
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : undefined
}

function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return [code, name].find((text) => typeof text === 'string') ?? 'unknown'
}
