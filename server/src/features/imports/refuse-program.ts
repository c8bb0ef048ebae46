import { ApiError } from '@cartouche/contract'

/** Ends of names that Windows, macOS or Linux start as a program. */
const programs: ReadonlySet<string> = new Set(
  `app appimage bat bin cmd com command cpl deb desktop dll dmg exe gadget hta inf ins iso jar js jse lnk msc msi msix
  msp mst pif pkg ps1 ps1xml ps2 psc1 reg rpm run scr scpt sct sh svc sys url vb vbe vbs vhd vhdx workflow ws wsc wsf wsh`.split(
    /\s+/,
  ),
)

/**
 * Refuses what colleagues could start by opening it. What a file is, the inspection tells afterwards; nothing
 * that arrives is ever started here.
 * @throws upload_type_refused
 * @source decision 0232
 */
export function refuseProgram(fileName: string): void {
  const extension = /\.([^.]*)$/.exec(fileName.replace(/[.\s]+$/, ''))?.[1]?.toLowerCase() ?? ''
  if (programs.has(extension)) throw new ApiError('upload_type_refused', { type: extension })
}
