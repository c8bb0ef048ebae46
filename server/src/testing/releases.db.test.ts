import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestApplication } from '../http/test-application.ts'
import { fillLibrary } from './fill-library.ts'
import {
  countMigrations,
  dumpRows,
  readLibrary,
  readRelease,
  releasesFolder,
  restoreRelease,
} from './release.ts'

/** A release is recorded by this variable, once, from its own code: `RECORD_RELEASE=0.2.0`. */
const recorded = process.env['RECORD_RELEASE']

test.runIf(recorded)('a release is recorded, only where RECORD_RELEASE names it', async () => {
  const application = await startTestApplication()
  try {
    await fillLibrary(application)
    const release = { migrations: await countMigrations(), answers: await readLibrary(application) }
    const rows = await dumpRows(application.cartouche.services.database)
    await writeFile(join(releasesFolder, `${recorded}.sql`), rows)
    await writeFile(join(releasesFolder, `${recorded}.json`), `${JSON.stringify(release, null, 1)}\n`)
  } finally {
    await application.stop()
  }
})

const versions = readdirSync(releasesFolder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))

test.for(versions)('a library of version %s is upgraded with nothing lost', async (version) => {
  const application = await startTestApplication((url) => restoreRelease(url, version))
  try {
    expect(await readLibrary(application)).toEqual((await readRelease(version)).answers)
  } finally {
    await application.stop()
  }
})
