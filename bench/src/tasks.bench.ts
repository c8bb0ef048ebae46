import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { makePdf } from '../../e2e/src/make-pdf.ts'
import { openApi, type Api } from '../../e2e/src/open-api.ts'
import { newPerson, openBrowser, signIn, type Person } from '../../e2e/src/open-browser.ts'
import { waitForCalm } from '../../e2e/src/wait-for-calm.ts'
import { startBenchServer } from './bench-server.ts'
import type { Figure } from './figure.ts'

const password = 'bench-password'
const photographs = 300
const picked = 20
const submitted = 60

/** What a person does at a page, counted. A text that is written or a file that is chosen is one act. */
interface Doing {
  readonly page: Page
  readonly count: { clicks: number; keys: number; texts: number }
  click(element: Locator, options?: Parameters<Locator['click']>[0]): Promise<void>
  press(key: string): Promise<void>
  write(field: Locator, text: string): Promise<void>
  choose(input: Locator, name: string, bytes: Buffer): Promise<void>
}

/** A task of the table in `docs/tasks.md`. */
interface Task {
  readonly name: string
  /** Clicks, keys and texts that it takes at most. */
  readonly acts: number
  /** Where the person is before. */
  readonly address: (library: Library) => string
  /** What has happened before that is no part of it. */
  before?(page: Page): Promise<void>
  run(doing: Doing, library: Library): Promise<void>
}

/** What tasks are played on: assets by their ids. */
interface Library {
  readonly logo: number
  readonly photograph: number
  readonly report: number
}

const tilesOf = (page: Page): Locator => page.getByRole('list', { name: 'Assets' }).getByRole('listitem')

const tasks: readonly Task[] = [
  {
    name: 'share three pictures',
    acts: 5,
    address: () => '/browse?order=name+asc',
    async run({ page, click }) {
      for (const at of [0, 1, 2]) await click(tilesOf(page).nth(at).locator('[data-act="select"]'))
      await click(page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Share' }))
      await click(page.getByRole('button', { name: 'Create the link' }))
      await page.getByRole('dialog').getByText('The link is ready and copied').waitFor()
    },
  },
  {
    name: `pick the best ${picked} of ${photographs}, into a cart`,
    acts: photographs + 6,
    address: () => '/browse?q=Harbour&order=name+asc',
    async run({ page, click, press, write }) {
      await click(page.getByRole('button', { name: /^Actions for all/ }))
      await click(page.getByRole('menuitem', { name: 'Cull' }))
      const dialog = page.getByRole('dialog', { name: 'Culling' })
      await dialog.locator('canvas[data-shown]').waitFor()
      for (let at = 0; at < photographs; at++) {
        const isPicked = at % (photographs / picked) === 0
        await press(isPicked ? 'p' : 'ArrowRight')
        // The next one is seen before it is decided.
        if (at + 1 < photographs) await dialog.getByText(new RegExp(`^${at + 2} of ${photographs}`)).waitFor()
      }
      const summary = page.getByRole('dialog', { name: 'Culling finished' })
      if (!(await summary.isVisible())) await click(dialog.getByRole('button', { name: 'Finish' }))
      await click(summary.getByRole('button', { name: `Add ${picked} picked to a cart` }))
      await write(page.getByRole('dialog').getByRole('textbox').first(), 'The best')
      await press('Enter')
      await page.getByText(/added to/).waitFor()
    },
  },
  {
    name: 'replace a logo everywhere it is used',
    acts: 3,
    address: ({ logo }) => `/browse/${logo}`,
    async run({ page, click, choose }) {
      await click(page.getByRole('button', { name: 'Replace file' }).first())
      const dialog = page.getByRole('dialog', { name: 'Replace the file of “Logo”' })
      await choose(dialog.locator('input[type=file]'), 'logo.png', await draw(2))
      await click(dialog.getByRole('button', { name: 'Replace file' }))
      await page.getByText('File of “Logo” replaced').waitFor()
    },
  },
  {
    name: `approve ${picked} of ${submitted} with a remark`,
    acts: 5,
    address: () => '/todo',
    async run({ page, click, write }) {
      const request = page.locator('section').filter({ hasText: 'For the autumn campaign' })
      await click(request.getByRole('checkbox').nth(0))
      await click(request.getByRole('checkbox').nth(picked - 1), { modifiers: ['Shift'] })
      await click(request.getByRole('button', { name: 'Approve with a note' }))
      await write(page.getByRole('textbox', { name: 'Note to the author' }), 'Fit for the cover')
      await click(page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }))
      await page.getByText(`${picked} assets approved`).waitFor()
    },
  },
  {
    name: 'crop one picture for three channels',
    acts: 7,
    address: ({ photograph }) => `/browse/${photograph}`,
    async run({ page, click }) {
      await click(page.getByRole('button', { name: 'Crop and resize…' }))
      const dialog = page.getByRole('dialog', { name: 'Crop and resize' })
      for (const preset of ['Instagram post', 'Instagram square', 'Story or reel']) {
        await click(dialog.getByText(preset, { exact: true }))
        const file = page.waitForEvent('download')
        await click(dialog.getByRole('link', { name: 'Download' }))
        await file
      }
    },
  },
  {
    name: 'bring back what was deleted by mistake, at once',
    acts: 1,
    address: ({ photograph }) => `/browse/${photograph}`,
    async before(page) {
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^More actions/ })
        .click()
      await page.getByRole('menuitem', { name: /^Delete/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByText(/was moved to the trash$/).waitFor()
    },
    async run({ page, press }) {
      await press('Control+z')
      await page.getByText(/was restored$/).waitFor()
    },
  },
  {
    name: 'read a report of 40 pages and share page 12',
    acts: 5,
    address: () => '/browse?q=report',
    async run({ page, click, write, press }) {
      await click(tilesOf(page).first().getByRole('link'))
      await write(page.getByRole('textbox', { name: 'Page, of 40' }), '12')
      await press('Enter')
      await page.getByText('Chapter 12 of the report').waitFor()
      await click(page.getByRole('button', { name: 'Share', exact: true }))
      await click(page.getByRole('dialog').getByRole('button', { name: 'Create the link' }))
      await page.getByRole('checkbox', { name: 'Opens at page 12' }).waitFor()
    },
  },
]

/**
 * What tasks take that people compare by: clicks, keys and texts, and seconds of a person who never thinks.
 * The table beside other products stands in `docs/tasks.md`.
 */
export async function benchTasks(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  const browser = await openBrowser()
  try {
    say(`filling the library with ${photographs} photographs`)
    const library = await fill(server.url)
    const figures: Figure[] = []
    for (const task of tasks) {
      say(task.name)
      const person = await newPerson(browser, server.url)
      figures.push(await time(task, person, library))
      await person.context.close()
    }
    return figures
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function time(task: Task, { page, context }: Person, library: Library): Promise<Figure> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'editor', password, task.address(library))
  await waitForCalm(page)
  await task.before?.(page)
  const doing = doAt(page)
  const startedAt = performance.now()
  await task.run(doing, library)
  const seconds = (performance.now() - startedAt) / 1000
  const { clicks, keys, texts } = doing.count
  return {
    what: task.name,
    value: clicks + keys + texts,
    limit: task.acts,
    unit: '',
    wanted: 'at most',
    beside: `${clicks} clicks, ${keys} keys, ${texts} texts or files; ${seconds.toFixed(1)} s`,
  }
}

function doAt(page: Page): Doing {
  const count = { clicks: 0, keys: 0, texts: 0 }
  return {
    page,
    count,
    async click(element, options) {
      count.clicks += 1
      await element.click(options)
    },
    async press(key) {
      count.keys += 1
      await page.keyboard.press(key)
    },
    async write(field, text) {
      count.texts += 1
      await field.fill(text)
    },
    async choose(input, name, bytes) {
      count.texts += 1
      await input.setInputFiles({ name, mimeType: 'image/png', buffer: bytes })
    },
  }
}

/** Fills a library: photographs, a logo in a cart, a report of 40 pages, assets that wait for approval. */
async function fill(url: string): Promise<Library> {
  const api = await openApi(url, 'editor', password)
  const ids: number[] = []
  for (let number = 1; number <= photographs; number++)
    ids.push(await create(api, `Harbour ${String(number).padStart(3, '0')}`, 'a.png', await draw(number)))
  const logo = await create(api, 'Logo', 'logo.png', await draw(1000))
  await api.call('POST', '/wedia/cart/createCart', { name: 'Brand', items: [{ type: 'asset', id: logo }] })
  const pages = Array.from({ length: 40 }, (_, at) => `Chapter ${at + 1} of the report`)
  const report = await create(api, 'Annual report', 'report.pdf', makePdf(pages))
  const author = await openApi(url, 'contributor', password)
  const drafts: number[] = []
  for (let number = 1; number <= submitted; number++)
    drafts.push(await create(author, `Draft ${number}`, 'a.png', await draw(2000 + number)))
  await author.call('POST', '/rest/reviews', { assets: drafts, note: 'For the autumn campaign' })
  return { logo, report, photograph: ids[0] ?? 0 }
}

async function create(api: Api, name: string, fileName: string, bytes: Buffer): Promise<number> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(bytes)], fileName))
  const answer = await api.fetch('/rest/dam/data/asset', { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`${name} was not taken: ${await answer.text()}`)
  return ((await answer.json()) as { response: { data: { id: number } } }).response.data.id
}

/** A picture of 1,600 × 1,200 px that no other number gives. */
function draw(number: number): Promise<Buffer> {
  const drawing = `<svg width="1600" height="1200"><rect width="1600" height="1200" fill="hsl(${(number * 37) % 360} 60% 50%)"/>
    <circle cx="${(number * 173) % 1600}" cy="${(number * 97) % 1200}" r="${200 + (number % 50)}" fill="#fff"/></svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}
