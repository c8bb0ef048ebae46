import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureRuntime } from './ensure-runtime.mjs'
import { fail, projectFolder, runProgram, runtimeFolder } from './run-program.mjs'

/** Packages that others install, each after those that it needs. */
const packages = ['contract', 'client', 'react']

/** Where they are built: below the project, so that what they depend on is found. */
const stage = join(runtimeFolder, 'packages')

/**
 * Packs the packages that others install as ESM with types, one tarball each.
 * @param {string} folder where the tarballs go.
 */
async function packPackages(folder) {
  const { node, env } = await ensureRuntime()
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(join(stage, 'node_modules', '@cartouche'), { recursive: true })
  mkdirSync(folder, { recursive: true })
  for (const name of packages) {
    stageSources(name)
    const { ok, output } = await runProgram(
      node,
      [join(projectFolder, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(stage, name)],
      { env, quiet: true },
    )
    if (!ok) fail(`${output}\n@cartouche/${name} could not be built.`)
    const packed = await runProgram('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], {
      cwd: join(stage, name),
      env,
      quiet: true,
    })
    if (!packed.ok) fail(`${packed.output}\n@cartouche/${name} could not be packed.`)
    console.log(join(folder, packed.output.trim().split('\n').at(-1) ?? ''))
  }
}

/**
 * Puts the sources of a package, without its tests, beside a description of how they are built and what they
 * will be.
 * @param {string} name
 */
function stageSources(name) {
  const from = join(projectFolder, name)
  const to = join(stage, name)
  const isOwn = (/** @type {string} */ path) =>
    !/\.test\.tsx?$/.test(path) && !/\/src\/testing(\/|$)/.test(path)
  cpSync(join(from, 'src'), join(to, 'src'), { recursive: true, filter: isOwn })
  if (existsSync(join(from, 'README.md'))) cpSync(join(from, 'README.md'), join(to, 'README.md'))
  cpSync(join(projectFolder, 'LICENSE'), join(to, 'LICENSE'))
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(toPublished(name), null, 2)}\n`)
  const { compilerOptions } = JSON.parse(readFileSync(join(from, 'tsconfig.json'), 'utf8'))
  const build = { noEmit: false, rewriteRelativeImportExtensions: true, rootDir: 'src', outDir: 'dist' }
  writeFileSync(
    join(to, 'tsconfig.json'),
    JSON.stringify({
      extends: join(projectFolder, 'tsconfig.base.json'),
      include: ['src'],
      compilerOptions: { ...compilerOptions, ...build },
    }),
  )
  symlinkSync(to, join(stage, 'node_modules', '@cartouche', name), 'dir')
}

/**
 * The package.json of a tarball: what was built in place of the sources.
 * @param {string} name
 */
function toPublished(name) {
  const {
    private: _private,
    devDependencies: _dev,
    exports,
    ...kept
  } = JSON.parse(readFileSync(join(projectFolder, name, 'package.json'), 'utf8'))
  const entries = Object.entries(typeof exports === 'string' ? { '.': exports } : exports).filter(
    ([path]) => !path.startsWith('./testing'),
  )
  const built = entries.map(([path, source]) => {
    const file = source.replace('./src/', './dist/').replace(/\.tsx?$/, '')
    return [path, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  return { ...kept, exports: Object.fromEntries(built), files: ['dist', 'README.md', 'LICENSE'] }
}

await packPackages(resolve(process.argv[2] ?? join(runtimeFolder, 'tarballs')))
