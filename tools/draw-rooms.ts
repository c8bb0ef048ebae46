import type { SourceFile } from './boundaries.ts'
import { getLayer, getTarget, isTest, layers, listImports } from './boundaries.ts'

const from = '<!-- rooms: drawn by npm run docs -->'
const until = '<!-- end of rooms -->'

/**
 * Draws the packages and the rooms of the server, each with what it imports, between two marks of a document.
 * @throws Error where the marks are missing
 */
export function drawRooms(document: string, files: readonly SourceFile[]): string {
  const [start, end] = [document.indexOf(from), document.indexOf(until)]
  if (start < 0 || end < start) throw new Error(`The document lacks the marks "${from}" and "${until}"`)
  return `${document.slice(0, start)}${from}\n\n${drawPackages(files)}\n\n${drawLayers(files)}\n\n${document.slice(end)}`
}

function drawPackages(files: readonly SourceFile[]): string {
  const packages = ['web', 'react', 'client', 'server', 'components', 'contract']
  const imported = (name: string): string[] => {
    const specifiers = files
      .filter(({ path }) => path.startsWith(`${name}/`) && !isTest(path))
      .flatMap(listImports)
    return packages.filter(
      (other) =>
        other !== name && specifiers.some(({ specifier }) => specifier.startsWith(`@cartouche/${other}`)),
    )
  }
  return table(
    ['package', 'imports'],
    packages.map((name) => [name, imported(name).join(', ') || 'none']),
  )
}

function drawLayers(files: readonly SourceFile[]): string {
  const ofServer = files.filter(({ path }) => path.startsWith('server/src/') && !isTest(path))
  const rows = layers
    .filter((layer) => layer !== 'testing')
    .toReversed()
    .map((layer, place, shown) => {
      const own = ofServer.filter(({ path }) => path.startsWith(`server/src/${layer}/`))
      const rooms = [
        ...new Set(
          own
            .map(({ path }) => path.split('/'))
            .filter((parts) => parts.length > 4)
            .map((parts) => parts[3] ?? ''),
        ),
      ]
      const targets = new Set(
        own
          .flatMap(listImports)
          .filter(({ specifier }) => specifier.startsWith('.'))
          .map((item) => getLayer(getTarget(item))),
      )
      const below = shown.slice(place + 1).filter((other) => targets.has(layers.indexOf(other)))
      return [
        layer,
        rooms.toSorted((a, b) => a.localeCompare(b)).join(', ') || 'none',
        below.join(', ') || 'none',
      ]
    })
  return table(['layer of the server', 'rooms', 'imports'], rows)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
