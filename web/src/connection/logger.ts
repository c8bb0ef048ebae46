import { createLogger, logLevels } from '@cartouche/client'

/**
 * A number of `logLevels` under this name opens the console on one device: for support, and for journeys.
 * @source decision 0063
 */
const consoleKey = 'cartouche-console'
const isDevelopment = import.meta.env.DEV
const level = Number(localStorage.getItem(consoleKey) ?? Number.NaN)

/**
 * Where what goes wrong is logged: in production to the server alone, while developing to the console alone.
 * @source portal §9 Logging
 */
export const logger = createLogger({
  console,
  consoleLevel: Number.isNaN(level) ? (isDevelopment ? logLevels.debug : logLevels.off) : level,
  sendLevel: isDevelopment ? logLevels.off : logLevels.error,
})

window.addEventListener('error', ({ message, error }) => {
  if (!isResizeNotice(message)) logger.write('fatal', message, error)
})
window.addEventListener('unhandledrejection', ({ reason }) =>
  logger.write('error', 'A failure that nobody waited for', reason),
)
window.addEventListener('pagehide', () => void logger.flush())

/**
 * The browser puts off a measurement to its next frame and says so as an error event; nothing failed.
 * @source Resize Observer, "deliver resize loop error notification"
 */
function isResizeNotice(message: string): boolean {
  return message.startsWith('ResizeObserver loop')
}
