import { access, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readOfficeProgram, type OfficeProgram } from './office-kind.ts'
import { RenditionError } from './rendition-error.ts'
import { findProgram, runProgram } from './run-program.ts'

/** Which pages of a document are wanted, and when to give up. */
export interface OfficePages {
  readonly first: number
  readonly last: number
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Most memory of LibreOffice: below what the workers may hold together, so that a document that takes more
 * ends LibreOffice and not its worker.
 * @source decision 0251
 */
const maxDataBytes = 700 * 1024 * 1024

/** Of what LibreOffice is made: a server may have one and not the other. */
const modules: Readonly<Record<OfficeProgram, { readonly name: string; readonly library: string }>> = {
  writer: { name: 'LibreOffice Writer', library: 'libswlo.so' },
  calc: { name: 'LibreOffice Calc', library: 'libsclo.so' },
  impress: { name: 'LibreOffice Impress', library: 'libsdlo.so' },
  draw: { name: 'LibreOffice Draw', library: 'libsdlo.so' },
}

/**
 * Turns pages of an Office document into a PDF in a folder of its own by LibreOffice, with a fresh profile
 * that runs no macros and follows no links.
 * @param use is given the PDF, which is gone afterwards, and which of its pages is the first that is wanted
 * @throws RenditionError `password_protected`, `decompression_bomb`, `truncated`, `broken`; `tool_missing`
 * where LibreOffice or a part of it is; `unsupported` where it cannot open the document; `timeout`,
 * `cancelled`. Most say nothing bad of the file: see `allowsPlaceholder`.
 */
export async function withOfficePdf<T>(
  path: string,
  pages: OfficePages,
  use: (pdfPath: string, firstPage: number) => Promise<T>,
): Promise<T> {
  const opens = await readOfficeProgram(path)
  const program = (await findProgram('soffice')) ? 'soffice' : 'libreoffice'
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-office-'))
  try {
    await writeProfile(join(folder, 'profile'))
    await runProgram({
      program,
      timeoutMs: pages.timeoutMs,
      signal: pages.signal,
      cwd: folder,
      maxDataBytes,
      args: [
        '--headless',
        '--norestore',
        '--nolockcheck',
        '--nodefault',
        '--nologo',
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
        '--convert-to',
        outputFormat(opens, pages),
        '--outdir',
        folder,
        path,
      ],
    }).catch((error: unknown) => {
      throw officeError(error, pages)
    })
    const pdf = (await readdir(folder)).find((name) => name.endsWith('.pdf'))
    if (!pdf) throw await unopened(program, opens)
    return await use(join(folder, pdf), opens === null ? pages.first : 1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Only a filter that is named takes options; where it is not known which, all pages are made. */
function outputFormat(opens: OfficeProgram | null, { first, last }: OfficePages): string {
  if (opens === null) return 'pdf'
  const options = { PageRange: { type: 'string', value: `${first}-${last}` } }
  return `pdf:${opens}_pdf_Export:${JSON.stringify(options)}`
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

function officeError(error: unknown, { timeoutMs }: OfficePages): unknown {
  if (!(error instanceof RenditionError)) return error
  const { code, cause } = error
  if (code === 'tool_missing')
    return new RenditionError(
      'tool_missing',
      'Pages of Office documents need LibreOffice, which is not installed on this server.',
      { data: { program: 'LibreOffice' } },
    )
  if (code === 'timeout')
    return new RenditionError(
      'timeout',
      `LibreOffice did not draw the pages within ${Math.round(timeoutMs / 1000)} seconds. The document can be downloaded.`,
      { cause, isSound: true },
    )
  return code === 'broken' ? cannotOpen(cause) : error
}

/** It ends as if all were well where it can open nothing, and where the part is missing that would. */
async function unopened(program: string, opens: OfficeProgram | null): Promise<RenditionError> {
  const found = await findProgram(program)
  if (opens === null || found === null) return cannotOpen()
  const { name, library } = modules[opens]
  const isThere = await access(join(dirname(await realpath(found)), library)).then(
    () => true,
    () => false,
  )
  return isThere
    ? cannotOpen()
    : new RenditionError(
        'tool_missing',
        `Pages of this document need ${name}, which is not installed on this server.`,
        { data: { program: name } },
      )
}

const cannotOpen = (cause?: unknown): RenditionError =>
  new RenditionError(
    'unsupported',
    'LibreOffice cannot open this document: it may be damaged. The document can be downloaded.',
    { cause },
  )
