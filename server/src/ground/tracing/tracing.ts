/** Facts of a span: few, short, and never the text of a person. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** What a span is about. */
export interface SpanOptions {
  readonly name: string
  /** What it does: answers somebody, asks somebody, does what was put into a queue, or works for itself. */
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal'
  readonly attributes?: Attributes
  /** What it continues, as W3C writes it; the running span where it is not given. */
  readonly traceparent?: string | undefined
}

/** A span that runs. */
export interface Span {
  rename(name: string): void
  set(attributes: Attributes): void
}

/** Takes spans of what this server does, where somebody collects them. */
export interface Tracing {
  /** Does work in a span, which fails where the work fails. */
  span<T>(options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
  /** The running span, as W3C writes it; undefined where none runs. */
  traceparent(): string | undefined
  /** Sends what is left. */
  stop(): Promise<void>
}

declare module '../services.ts' {
  interface Services {
    readonly tracing: Tracing
  }
}

const noSpan: Span = { rename: () => {}, set: () => {} }

/** Takes none. */
export const noTracing: Tracing = {
  span: (_options, work) => work(noSpan),
  traceparent: () => undefined,
  stop: async () => {},
}
