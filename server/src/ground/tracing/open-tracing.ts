import type { MonitoringSettings } from '../settings/monitoring-settings.ts'
import { noTracing, type Tracing } from './tracing.ts'

/**
 * Loads what takes traces where the settings say where they go, and nothing where not.
 * @source decision 0206
 */
export async function openTracing(
  settings: MonitoringSettings,
  about: { readonly version: string; readonly instance: string },
): Promise<Tracing> {
  if (settings.tracesUrl === undefined) return noTracing
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing(settings, settings.tracesUrl, about)
}
