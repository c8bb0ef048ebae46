/**
 * How grave a message is: the smaller, the graver. What is logged at `error` has fatal and error messages; at
 * `off` nothing.
 * @source portal §9 Logging
 */
export const logLevels = { off: -1, fatal: 0, error: 10, warn: 20, info: 30, debug: 40, trace: 50 } as const
export type LogLevel = keyof typeof logLevels
