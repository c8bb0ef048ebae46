/** Ends of names that Windows, macOS or Linux start as a program. */
const programs: ReadonlySet<string> = new Set(
  `app appimage bat bin cmd com command cpl deb desktop dll dmg exe gadget hta inf ins iso jar js jse lnk msc msi msix
  msp mst pif pkg ps1 ps1xml ps2 psc1 reg rpm run scr scpt sct sh svc sys url vb vbe vbs vhd vhdx workflow ws wsc wsf wsh`.split(
    /\s+/,
  ),
)

/**
 * The end of a file's name, where colleagues would start it by opening it; null otherwise.
 * @source decision 0232
 */
export function programType(fileName: string): string | null {
  const extension = /\.([^.]*)$/.exec(fileName.replace(/[.\s]+$/, ''))?.[1]?.toLowerCase() ?? ''
  return programs.has(extension) ? extension : null
}
