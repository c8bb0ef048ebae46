import { z } from 'zod'
import { wholeNumber, yesOrNo } from './setting-types.ts'

/** What is reported of how this server runs, and to whom. */
export interface MonitoringSettings {
  /** Whoever sends it as a bearer reads `/metrics` where requests are answered; without it nobody does. */
  readonly metricsToken: string | undefined
  /** A port of this machine alone that answers `/metrics`, and nothing else; 0 lets the system choose one. */
  readonly metricsPort: number | undefined
  /** A statement that takes as long as this is logged. */
  readonly slowQueryMs: number
  /** Whether each request that was answered has a line in the log. */
  readonly accessLog: boolean
  /** Where traces are sent by OTLP over HTTP; without it none are taken. */
  readonly tracesUrl: string | undefined
  readonly serviceName: string
  /** How many of the traces that begin here are taken, from 0 to 1. */
  readonly tracesRatio: number
}

const tokenMinLength = 20
const endpoint = z
  .string()
  .refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an address as http://collector.example.org:4318',
  )

/** The variables of monitoring; those of OpenTelemetry have the names that all programs share. */
export const monitoringVariables = {
  CARTOUCHE_METRICS_TOKEN: z
    .string()
    .regex(
      new RegExp(`^[\\x21-\\x7e]{${tokenMinLength},500}$`),
      `must have ${tokenMinLength} characters or more, without spaces`,
    )
    .optional(),
  CARTOUCHE_METRICS_PORT: wholeNumber(0, 65_535).optional(),
  CARTOUCHE_SLOW_QUERY_MS: wholeNumber(1, 3_600_000).prefault('1000'),
  CARTOUCHE_ACCESS_LOG: yesOrNo.prefault('0'),
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint.optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0?\.\d+|[01](?:\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .prefault('1'),
  OTEL_SERVICE_NAME: z.string().max(200).default('cartouche'),
}

type Variables = z.output<z.ZodObject<typeof monitoringVariables>>

/** Reads them. The endpoint of all signals is a base, that of traces is taken as it is. */
export function readMonitoring(data: Variables): MonitoringSettings {
  const base = data.OTEL_EXPORTER_OTLP_ENDPOINT
  const tracesUrl =
    data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    (base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/traces`)
  return {
    metricsToken: data.CARTOUCHE_METRICS_TOKEN,
    metricsPort: data.CARTOUCHE_METRICS_PORT,
    slowQueryMs: data.CARTOUCHE_SLOW_QUERY_MS,
    accessLog: data.CARTOUCHE_ACCESS_LOG,
    tracesUrl: data.OTEL_SDK_DISABLED?.toLowerCase() === 'true' ? undefined : tracesUrl,
    serviceName: data.OTEL_SERVICE_NAME,
    tracesRatio: data.OTEL_TRACES_SAMPLER_ARG,
  }
}
