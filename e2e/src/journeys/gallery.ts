import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { createJob, listItems, publish, upload, waitForItems } from '../imports.ts'
import type { Journey } from '../journey.ts'
import { newPerson } from '../open-browser.ts'
import { openApi } from '../open-api.ts'
import { drawNumber } from '../samples.ts'
import { withApplication, type Application } from '../start-application.ts'

const run = promisify(execFile)
const project = resolve(import.meta.dirname, '../../..')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/**
 * The guide that promises a gallery in 60 lines, followed to the letter: packed packages, an empty folder,
 * another origin.
 */
export const galleryJourney: Journey = {
  name: 'Gallery of a guide',
  async run({ browser, step }) {
    const folder = await mkdtemp(join(tmpdir(), 'cartouche-gallery-'))
    const server = createServer(
      (request, response) =>
        void serve(join(folder, 'dist'), request.url ?? '/').then(
          ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
          () => response.writeHead(404).end(),
        ),
    )
    try {
      const origin = await listen(server)
      await step('the page has 60 lines at most', async () => assert.ok((await writePage(folder)) <= 60))
      await step('the three packages install from their tarballs into an empty folder', () => install(folder))
      await withApplication({ settings: { CARTOUCHE_ORIGINS: origin } }, async (application) => {
        await step('the page builds', () => build(folder, application))
        await step(
          'people sign in on another origin, see pictures, search and narrow by a keyword',
          async () => {
            await fill(application)
            const { page, context, errors } = await newPerson(browser, origin)
            await look(page, application.password)
            assert.deepEqual(errors, [])
            await context.close()
          },
        )
      })
    } finally {
      server.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Writes the blocks of the guide that have a file's name; answers how many lines they have. */
async function writePage(folder: string): Promise<number> {
  const guide = await readFile(join(project, 'docs/guides/gallery.md'), 'utf8')
  const blocks = [...guide.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```/gm)]
  assert.equal(blocks.length, 2)
  for (const [, name = '', text = ''] of blocks) await writeFile(join(folder, name), text)
  return blocks.reduce((lines, [, , text = '']) => lines + text.split('\n').length - 1, 0)
}

async function install(folder: string): Promise<void> {
  await run(process.execPath, [join(project, 'tools/pack.mjs'), folder], { cwd: project })
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`)
  assert.equal(tarballs.length, 3)
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const { devDependencies, dependencies } = JSON.parse(
    await readFile(join(project, 'web/package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>
  const others = [
    `react@${dependencies['react']}`,
    `react-dom@${dependencies['react-dom']}`,
    `vite@${devDependencies['vite']}`,
  ]
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs, ...others], {
    cwd: folder,
  })
}

async function build(folder: string, { url }: Application): Promise<void> {
  await run(
    process.execPath,
    [join(folder, 'node_modules/vite/bin/vite.js'), 'build', '--target', 'es2023'],
    { cwd: folder, env: { ...process.env, NODE_ENV: 'production', VITE_CARTOUCHE: `${url}/api` } },
  )
}

/** Three pictures, of which one has a keyword. */
async function fill({ url, password }: Application): Promise<void> {
  const api = await openApi(url, 'admin', password)
  const { response } = await api.call<{ response: { data: { id: number } } }>(
    'POST',
    '/rest/dam/data/assetkeyword',
    { json: { name: 'Harbour' } },
  )
  const job = await createJob(api, 'Gallery')
  await upload(
    api,
    job,
    await Promise.all(
      [1, 2, 3].map(async (number) => ({
        name: `picture ${number}.jpg`,
        bytes: new Uint8Array(await drawNumber(number)),
      })),
    ),
  )
  await waitForItems(api, job, 3)
  await publish(api, job)
  await waitForItems(api, job, 3)
  const [first] = (await listItems(api, job)).map(({ asset }) => asset?.id)
  await api.call('POST', `/rest/dam/data/asset/${first}`, {
    _method: 'PATCH',
    json: { keywords: [response.data.id] },
  })
}

async function look(page: Page, password: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').filter({ hasText: 'wrong' }).waitFor()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('3 assets').waitFor()
  await page.waitForFunction(
    () =>
      document.querySelectorAll('img').length === 3 &&
      [...document.images].every((image) => image.complete && image.naturalWidth > 0),
  )
  await page.getByLabel('Search').pressSequentially('picture 2', { delay: 15 })
  await page.getByText('1 assets').waitFor()
  await page.getByLabel('Search').fill('')
  await page.getByText('3 assets').waitFor()
  await page.getByRole('button', { name: 'Harbour 1' }).click()
  await page.getByText('1 assets').waitFor()
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function serve(folder: string, path: string): Promise<{ type: string; body: Buffer }> {
  const name = path === '/' ? 'index.html' : path.slice(1)
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    body: await readFile(join(folder, name)),
  }
}
