import { dirname, join, normalize } from 'node:path'

/** A file of the project: its path from the project's folder, and what it says. */
export interface SourceFile {
  path: string
  text: string
}

/** What a package's package.json lets its files import: when it runs, and besides in tests and builds. */
export interface Manifest {
  run: string[]
  develop: string[]
}

export interface Import {
  from: SourceFile
  specifier: string
  typeOnly: boolean
  /** Loaded where the program comes to it, not when it starts. */
  isDynamic: boolean
}

/** What each package may import of the others; `types` where only their types. */
const allowed: Record<string, Record<string, 'all' | 'types'>> = {
  contract: {},
  components: {},
  server: { contract: 'all', 'contract/reading': 'all', components: 'all' },
  client: { contract: 'types', 'contract/wire': 'all' },
  react: { client: 'all' },
  web: { react: 'all', client: 'all', contract: 'types', components: 'all' },
  e2e: {},
  bench: { contract: 'all', server: 'all', client: 'all', react: 'all', web: 'all' },
  tools: { contract: 'all', server: 'all' },
}

/** What a package makes public beside its index.ts. */
const publicParts = new Set(['@cartouche/contract/wire', '@cartouche/contract/reading'])

/** Packages that run in a browser too: they know nothing of Node. */
const withoutNode = new Set(['contract', 'client', 'react', 'components', 'web'])

/**
 * The layers of the server, from the ground up: each imports of itself and of those before it.
 * @source docs/architecture.md
 */
export const layers = ['ground', 'access', 'media', 'model', 'people', 'features', 'http', 'start', 'testing']

/** Packages that decode files of strangers: the work of media workers, whose process a file may end. */
const decoders = new Set(['sharp', 'heic-decode', 'ag-psd', 'exiftool-vendored'])
const serverStart = 'server/src/start/main.ts'

const maxLines = 450
const maxTestLines = 850

/** Columns of a line. The formatter breaks code; what it leaves alone is looked at here. */
const maxColumns = 110
const vagueNames = /(^|\/)(utils?|helpers?|common|managers?|misc|types)(\/|\.[a-z.]+$)/
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|mjs)$/

/**
 * Finds what breaks the rules of the house: who may import whom, one public `index.ts` a package, layers of
 * the server that import downwards, no circle of files or of folders, no file above 450 lines (a test 850),
 * no line above 110 columns, names that say something, no decoder in the server's own process.
 * @returns one line for each problem, in the order of the files.
 * @source the design's tables of folders and of style.
 */
export function findBoundaryProblems(files: SourceFile[], manifests: Map<string, Manifest>): string[] {
  const imports = files.flatMap(listImports)
  return [
    ...files.flatMap(findFileProblems),
    ...imports.flatMap((item) => findImportProblems(item, manifests)),
    ...findCircles(getFileTargets(imports), 'a circle of imports'),
    ...findCircles(getFolderTargets(imports), 'a circle of folders'),
    ...findLoadedDecoders(imports),
  ]
}

function findFileProblems({ path, text }: SourceFile): string[] {
  const problems: string[] = []
  const name = path.slice(path.lastIndexOf('/') + 1)
  const lines = text.split('\n').length - 1
  const max = isTest(path) ? maxTestLines : maxLines
  if (lines > max) problems.push(`${path}: ${lines} lines; at most ${max}`)
  if (vagueNames.test(path)) problems.push(`${path}: name it after what it holds`)
  if (!kebabCase.test(name)) problems.push(`${path}: file names are kebab-case`)
  if (/^index\.tsx?$/.test(name) && path !== `${getPackage(path)}/src/index.ts`)
    problems.push(`${path}: the only index.ts of a package is src/index.ts`)
  return [...problems, ...findLongLines(path, text)]
}

/**
 * Comments are wrapped, and so is code, but for a text, a path or a statement of SQL that is longer by
 * itself.
 */
function findLongLines(path: string, text: string): string[] {
  let isInTemplate = false
  return text.split('\n').flatMap((line, index) => {
    const wasInTemplate = isInTemplate
    if ((line.match(/(?<!\\)`/g)?.length ?? 0) % 2 === 1) isInTemplate = !isInTemplate
    if (line.length <= maxColumns || wasInTemplate) return []
    const isComment = /^\s*(\/?\*|\/\/)/.test(line)
    if (isComment ? /oxlint-disable|https?:/.test(line) : /['"`]|\/.+\//.test(line)) return []
    return [`${path}:${index + 1}: ${line.length} columns; at most ${maxColumns}`]
  })
}

function findImportProblems(item: Import, manifests: Map<string, Manifest>): string[] {
  const {
    from: { path },
    specifier,
  } = item
  const owner = getPackage(path)
  if (isRelative(item)) {
    const target = getPackage(getTarget(item))
    if (target === owner) return findLayerProblems(item)
    return isTest(path) || owner === 'bench' || owner === 'tools'
      ? []
      : [`${path}: imports ${specifier}; another package is imported by its name`]
  }
  if (specifier.startsWith('@cartouche/')) return findPackageProblems(item, owner)
  if (specifier.startsWith('node:')) {
    return withoutNode.has(owner) && !isDevelopment(path)
      ? [`${path}: imports ${specifier}, and ${owner} runs in a browser`]
      : []
  }
  return findDependencyProblems(item, manifests.get(owner))
}

function findLayerProblems(item: Import): string[] {
  const {
    from: { path },
    specifier,
  } = item
  const [own, other] = [getLayer(path), getLayer(getTarget(item))]
  if (own === undefined || other === undefined || isTest(path) || other <= own) return []
  return [`${path}: imports ${specifier}; ${layers[own]} stands below ${layers[other]}`]
}

function findPackageProblems({ from: { path }, specifier, typeOnly }: Import, owner: string): string[] {
  const [, target = '', ...deeper] = specifier.split('/')
  if (isTest(path)) return []
  if (deeper.length > 0 && !publicParts.has(specifier))
    return [`${path}: imports ${specifier}; only the index.ts of a package is public`]
  const permission = allowed[owner]?.[[target, ...deeper].join('/')]
  if (permission === undefined) return [`${path}: imports ${specifier}; ${owner} may not import ${target}`]
  if (permission === 'types' && !typeOnly)
    return [`${path}: imports ${specifier}; ${owner} may import types of ${target} only`]
  return []
}

function findDependencyProblems(
  { from: { path }, specifier, typeOnly }: Import,
  manifest: Manifest | undefined,
): string[] {
  if (!manifest || specifier.startsWith('virtual:')) return []
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  const types = `@types/${name.replace('@', '').replace('/', '__')}`
  const known =
    isDevelopment(path) || typeOnly
      ? [...manifest.run, ...manifest.develop, 'vitest', 'fast-check', 'vite']
      : manifest.run
  if (known.includes(name) || (typeOnly && known.includes(types))) return []
  // Benchmarks import anything, and journeys have no dependencies to run with but those to develop with.
  if (path.startsWith('bench/') || (path.startsWith('e2e/') && manifest.develop.includes(name))) return []
  return [`${path}: imports ${name}, which the package.json of its package does not name as a dependency`]
}

/** What each file imports of its own package, types counted. */
function getFileTargets(imports: Import[]): Map<string, Set<string>> {
  return group(imports.filter(isRelative).map((item) => [item.from.path, getTarget(item)]))
}

/**
 * The same for folders. Tests may know every room; what stands beside a package's folders, such as its
 * index.ts, puts them together.
 */
function getFolderTargets(imports: Import[]): Map<string, Set<string>> {
  const pairs = imports
    .filter((item) => isRelative(item) && !isTest(item.from.path))
    .map((item) => [getFolder(item.from.path), getFolder(getTarget(item))] as const)
  return group(pairs.filter(([from, target]) => from !== target && isRoom(from) && isRoom(target)))
}

function group(pairs: readonly (readonly [from: string, target: string])[]): Map<string, Set<string>> {
  return new Map(
    [...Map.groupBy(pairs, ([from]) => from)].map(([from, own]) => [
      from,
      new Set(own.map(([, target]) => target)),
    ]),
  )
}

/** Gives one line for each circle, from where it was entered around to it again. */
function findCircles(targets: ReadonlyMap<string, ReadonlySet<string>>, kind: string): string[] {
  const problems: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) problems.push(`${[...trail.slice(at), path].join(' → ')}: ${kind}`)
    if (at >= 0 || done.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return problems
}

/** Decoders that the server loads when it starts, with the files that lead there. */
function findLoadedDecoders(imports: Import[]): string[] {
  const loaded = Map.groupBy(
    imports.filter(({ typeOnly, isDynamic }) => !typeOnly && !isDynamic),
    ({ from }) => from.path,
  )
  const trails = new Map([[serverStart, [serverStart]]])
  const problems: string[] = []
  for (const [path, trail] of trails)
    for (const item of loaded.get(path) ?? []) {
      const target = isRelative(item) ? getTarget(item) : item.specifier
      if (decoders.has(target))
        problems.push(`${[...trail, target].join(' → ')}: the server decodes nothing itself`)
      else if (!trails.has(target)) trails.set(target, [...trail, target])
    }
  return problems
}

const importStatement =
  /^\s*(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm

export function listImports(from: SourceFile): Import[] {
  const matches = from.text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').matchAll(importStatement)
  return [...matches].map(([, type, statically, dynamically]) => ({
    from,
    specifier: statically ?? dynamically ?? '',
    typeOnly: type !== undefined,
    isDynamic: dynamically !== undefined,
  }))
}

function isRelative({ specifier }: Import): boolean {
  return specifier.startsWith('.')
}

export function getTarget({ from, specifier }: Import): string {
  return normalize(join(dirname(from.path), specifier))
}

/** The place of a file's layer; undefined outside the server, and for what stands beside the layers. */
export function getLayer(path: string): number | undefined {
  const place = path.startsWith('server/src/') ? layers.indexOf(path.split('/')[2] ?? '') : -1
  return place < 0 ? undefined : place
}

/** The folder that is one room: of the server's layers the one within, of other packages that under `src`. */
function getFolder(path: string): string {
  const depth = getLayer(path) === undefined ? 3 : 4
  return path.split('/').slice(0, -1).slice(0, depth).join('/')
}

function isRoom(folder: string): boolean {
  return folder.split('/').length > 2
}

function getPackage(path: string): string {
  return path.slice(0, path.indexOf('/'))
}

/** Tests, and what only tests load: `test-….ts` and folders named `testing`. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /\/(testing\/.*|test-[a-z-]+\.ts)$/.test(path)
}

/**
 * Tests, benchmarks, the configuration of builds and what it is made of may use what the product does not run
 * with.
 */
function isDevelopment(path: string): boolean {
  return (
    isTest(path) || path.endsWith('.bench.ts') || path.endsWith('.config.ts') || path.startsWith('web/build/')
  )
}
