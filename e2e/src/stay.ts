import { writeFileSync } from 'node:fs'
import { startApplication } from './start-application.ts'
const application = await startApplication({ demo: true })
writeFileSync('/tmp/stay.url', application.url)
process.on('SIGTERM', () => void application.remove().then(() => process.exit(0)))
setInterval(() => {}, 1000)
