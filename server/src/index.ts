export { startCartouche, type Cartouche, type StartOptions } from './start/start-cartouche.ts'
export { readSettings, type Settings } from './ground/settings/settings.ts'
export { createConsoleLog } from './ground/log.ts'
