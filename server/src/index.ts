export { startCartouche, type Cartouche, type StartOptions } from './start-cartouche.ts'
export { readSettings, type Settings } from './settings/settings.ts'
export { createConsoleLog } from './log.ts'
