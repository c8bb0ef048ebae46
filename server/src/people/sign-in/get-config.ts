import type { CallAnswer, Calls } from '@cartouche/contract'
import { version } from '../../ground/this-server.ts'
import type { Context } from '../../access/context.ts'
import { findProgram } from '../../media/run-program.ts'
import { defaultLocale } from '../session/account.ts'

/** What a feature needs of the machine: of each list of programs, one. */
const programs = [
  {
    feature: 'film',
    needs: [['ffmpeg'], ['ffprobe']],
    reason: 'Films and recordings get no preview, because ffmpeg is not installed on this server.',
  },
  {
    feature: 'office',
    needs: [['soffice', 'libreoffice']],
    reason: 'Office documents get no preview, because LibreOffice is not installed on this server.',
  },
]

/** What clients must know of the server before a sign-in. @source portal §7 Session, §3 Server config */
export async function getConfig({
  settings,
}: Pick<Context, 'settings'>): Promise<CallAnswer<Calls['getConfig']>> {
  const { uploadMaxBytes, archiveWarnBytes, archiveMaxBytes, trashDays, organisation } = settings
  return {
    versions: { engine: version },
    // Digital experience pages do not exist yet.
    setup: { dxm: false, connection: { mfaonly: settings.mfaOnly } },
    typeEnv: settings.demo ? 'demonstration' : 'production',
    locale: defaultLocale,
    organisation,
    limits: { uploadMaxBytes, archiveWarnBytes, archiveMaxBytes, trashDays },
    features: { reverseSearch: settings.reverseSearch !== 'off' },
    missing: await listMissing(),
  }
}

async function listMissing(): Promise<{ feature: string; reason: string }[]> {
  const present = await Promise.all(programs.map(({ needs }) => areAllThere(needs)))
  return programs.filter((_, index) => !present[index]).map(({ feature, reason }) => ({ feature, reason }))
}

async function areAllThere(needs: readonly string[][]): Promise<boolean> {
  const paths = await Promise.all(needs.map((names) => Promise.all(names.map(findProgram))))
  return paths.every((found) => found.some((path) => path !== null))
}
