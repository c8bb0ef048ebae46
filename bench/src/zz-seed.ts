import { startEmbeddedPostgres } from '/work/main/server/src/database/embedded-postgres.ts'
import { migrate } from '/work/main/server/src/database/migrate.ts'
import { createDatabase } from '/work/main/server/src/database/database.ts'
import { installLibrary } from '/work/main/server/src/library/install-library.ts'
import { seedLibrary } from '/work/main/bench/src/seed-library.ts'
import pg from 'pg'
const p = await startEmbeddedPostgres({ dataFolder: '/tmp/m1', log: () => {} , durable: false})
await migrate(p.url, {})
const database = createDatabase(p.url)
await installLibrary(database)
const t = Date.now()
await seedLibrary(database, Number(process.argv[2] ?? 1000000), (l) => console.log(((Date.now()-t)/1000).toFixed(1), l))
console.log('done', (Date.now()-t)/1000)
await database.destroy(); await p.stop()
