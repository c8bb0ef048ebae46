import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MediaLimits } from './media-limits.ts'
import { RenditionError } from './rendition-error.ts'
import { findProgram, runProgram } from './run-program.ts'

/**
 * Turns an Office document into a PDF in a folder of its own by LibreOffice, with a fresh profile that runs
 * no macros and follows no links.
 * @returns what `use` gives of the PDF, which is gone afterwards
 * @throws RenditionError `tool_missing`, `broken`, `timeout`, `cancelled`
 */
export async function withOfficePdf<T>(
  path: string,
  limits: MediaLimits,
  signal: AbortSignal | undefined,
  use: (pdfPath: string) => Promise<T>,
): Promise<T> {
  const program = (await findProgram('soffice')) ? 'soffice' : 'libreoffice'
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-office-'))
  try {
    await writeProfile(join(folder, 'profile'))
    await runProgram({
      program,
      timeoutMs: limits.documentTimeoutMs,
      signal,
      args: [
        '--headless',
        '--norestore',
        '--nolockcheck',
        '--nodefault',
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
        '--convert-to',
        'pdf',
        '--outdir',
        folder,
        path,
      ],
    }).catch((error: unknown) => {
      throw officeError(error)
    })
    const pdf = (await readdir(folder)).find((name) => name.endsWith('.pdf'))
    if (!pdf) throw new RenditionError('broken', 'The file is damaged: LibreOffice cannot open it.')
    return await use(join(folder, pdf))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @source LibreOffice's configuration schema, org.openoffice.Office.Common and org.openoffice.Inet */
async function writeProfile(folder: string): Promise<void> {
  const settings: [path: string, name: string, value: string | number | boolean][] = [
    ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', true],
    ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
    ['/org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', true],
    // Whatever still asks for an address is sent to a port where nobody listens.
    ['/org.openoffice.Inet/Settings', 'ooInetProxyType', 2],
    ['/org.openoffice.Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
    ['/org.openoffice.Inet/Settings', 'ooInetHTTPProxyPort', 9],
    ['/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
    ['/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyPort', 9],
    ['/org.openoffice.Office.Writer/Content/Update', 'Link', 0],
    ['/org.openoffice.Office.Calc/Content/Update', 'Link', 1],
  ]
  const items = settings.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  await mkdir(join(folder, 'user'), { recursive: true })
  await writeFile(
    join(folder, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${items.join('\n')}</oor:items>`,
  )
}

function officeError(error: unknown): unknown {
  if (error instanceof RenditionError && error.code === 'tool_missing') {
    return new RenditionError(
      'tool_missing',
      'Pages of Office documents need LibreOffice, which is not installed on this server.',
    )
  }
  return error
}
