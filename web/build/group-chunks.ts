import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const source = join(import.meta.dirname, '../src')
const main = join(source, 'main.tsx')
const router = join(source, 'app/router.tsx')
/** For developers: it uses every component. */
const designPage = join(source, 'pages/design/design-page.tsx')

/** What this many pages use is loaded with the first of them. */
const sharedByPages = 3

/**
 * Puts modules that are loaded together into one chunk. By default each set of entries that shares modules
 * gets a chunk of its own: 410, most of them icons and hooks, of which one page loaded 181 (decision 0250).
 *
 * Which page uses which module is known after tree shaking alone, as the indexes of packages import
 * everything: the application is bundled twice, the first time in memory.
 */
export function groupChunks(): Plugin {
  return {
    name: 'group-chunks',
    apply: 'build',
    async config({ root }) {
      const groups = groupsOf(await readBundle(root))
      const name = (moduleId: string): string | undefined => groups.get(moduleId)
      return {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [{ name, debugName: 'loaded together' }],
                // What a module of a group imports is in that group or in one before it.
                includeDependenciesRecursively: false,
              },
            },
          },
        },
      }
    },
  }
}

interface Bundle {
  readonly chunks: ReadonlyMap<string, Rolldown.OutputChunk>
  /** What the first module loads later, whichever page is shown: ids of modules. */
  readonly later: readonly string[]
  /** What the router loads: ids of modules. */
  readonly pages: readonly string[]
}

async function readBundle(root: string | undefined): Promise<Bundle> {
  const chunks = new Map<string, Rolldown.OutputChunk>()
  const loaded = { later: [] as readonly string[], pages: [] as readonly string[] }
  const read: Plugin = {
    name: 'read-bundle',
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) if (part.type === 'chunk') chunks.set(part.fileName, part)
      loaded.later = this.getModuleInfo(main)?.dynamicallyImportedIds ?? []
      loaded.pages = this.getModuleInfo(router)?.dynamicallyImportedIds ?? []
    },
  }
  await build({
    ...(root === undefined ? {} : { root }),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [read],
    build: { write: false, minify: false, target: 'es2023' },
  })
  return { chunks, ...loaded }
}

/** The group of each module that is in one; the others are left to the bundler. */
function groupsOf({ chunks, later, pages }: Bundle): ReadonlyMap<string, string> {
  const all = [...chunks.values()]
  const modulesOf = (ids: readonly string[]): readonly string[] =>
    all.filter(({ moduleIds }) => moduleIds.some((id) => ids.includes(id))).flatMap(loadedWith)
  /** A chunk's modules and those of the chunks that it imports. */
  function loadedWith(chunk: Rolldown.OutputChunk): readonly string[] {
    const found = new Set([chunk])
    for (const { imports } of found)
      for (const fileName of imports) {
        const imported = chunks.get(fileName)
        if (imported) found.add(imported)
      }
    return [...found].flatMap(({ moduleIds }) => moduleIds)
  }

  const groups = new Map<string, string>()
  const put = (group: string, ids: readonly string[]): void => {
    for (const id of ids) if (!groups.has(id)) groups.set(id, group)
  }
  const page = (path: string): string => join(source, path)
  const start = modulesOf([main])
  // Packages change less often than the application: browsers keep them from one release to the next.
  put(
    'packages',
    start.filter((id) => id.includes('/node_modules/')),
  )
  put('start', start)
  // Visitors load nothing that their pages do not use.
  put('sign-in', modulesOf([...later, page('pages/sign-in/sign-in-page.tsx')]))
  put('share', modulesOf([page('pages/share/share-page.tsx')]))
  put('frame', modulesOf([page('app/frame-layout.tsx')]))
  const users = new Map<string, number>()
  for (const path of pages.filter((id) => id !== designPage))
    for (const id of modulesOf([path])) users.set(id, (users.get(id) ?? 0) + 1)
  put(
    'pages',
    [...users.keys()].filter((id) => (users.get(id) ?? 0) >= sharedByPages),
  )
  return groups
}
