import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { keyboard } from '../hands.ts'
import { openApi } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { takeAction } from '../take-action.ts'

/** What the page of a site notes of the player's messages. */
const listener = `<script>
window.said = []
addEventListener('message', ({ data }) => window.said.push(data.type === 'player' ? data.event : data.type))
</script>`

/**
 * A film is embedded by keyboard on a site of another origin, and plays there; a site that is not allowed
 * shows nothing, and neither does any once the embed was revoked.
 */
export const embedsJourney: Journey = {
  name: 'Embeds',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const film = await findFilm(api)
    const [owner, visitor] = [await newPerson(), await newPerson()]
    const site = { html: '' }
    const [allowed, stranger] = [await serve(site), await serve(site)]
    // Another name of this machine is another site.
    const allowedHost = `localhost:${portOf(allowed)}`
    const strangerUrl = `http://127.0.0.1:${portOf(stranger)}/`
    try {
      await step('the code for one site is made by keyboard alone', async () => {
        const { page } = owner
        await signIn(page, 'editor', application.password, `/browse/${film}`)
        const code = await embedByKeyboard(page, allowedHost)
        site.html = `<!doctype html><title>Blog</title>${listener}${code.frame}${code.picture}`
      })
      await step(
        'D2.03 a page of that site plays it in its frame, hears what the player does, and shows the picture',
        async () => {
          const { page } = visitor
          await page.goto(`http://${allowedHost}/`)
          await play(page)
          await page.waitForFunction(
            () => {
              const { said } = window as unknown as { said: string[] }
              return ['listActions', 'play', 'time'].every((word) => said.includes(word))
            },
            undefined,
            { timeout: 20_000 },
          )
          await page.waitForFunction(
            () => (document.querySelector('picture img') as HTMLImageElement).naturalWidth > 0,
          )
        },
      )
      await step('a site that is not allowed shows neither', async () => {
        const { page } = visitor
        await page.goto(strangerUrl)
        await page.locator('picture img').evaluate(async (image: HTMLImageElement) => {
          if (!image.complete) await new Promise((done) => image.addEventListener('error', done))
        })
        await showsNothing(page)
      })
      await step('revoked, it is gone from the site that showed it', async () => {
        const { page } = owner
        const dialog = page.getByRole('dialog', { name: /^Embed / })
        await dialog.getByText('Shown on', { exact: false }).waitFor({ state: 'detached' })
        const revoke = dialog.getByRole('button', { name: `Revoke embed: ${allowedHost}` })
        await pressTabTo(page, revoke)
        await page.keyboard.press('Enter')
        await dialog.getByText('Not embedded anywhere').waitFor()
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        await hasFocus(page.getByRole('dialog').getByRole('button', { name: 'More actions' }))
        await visitor.page.goto(`http://${allowedHost}/`)
        await showsNothing(visitor.page)
      })
    } finally {
      for (const server of [allowed, stranger]) server.close()
    }
  },
}

async function findFilm(api: Awaited<ReturnType<typeof openApi>>): Promise<number> {
  const query = { and: [{ rootnature: 2 }, { status: 6 }] }
  const { response } = await api.call<{ response: { data: { id: number }[] } }>(
    'GET',
    `/rest/dam/data/asset?max=1&query=${encodeURIComponent(JSON.stringify(query))}`,
  )
  const [film] = response.data
  assert.ok(film, 'the library has a film')
  return film.id
}

async function serve(site: { readonly html: string }): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(site.html)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

async function embedByKeyboard(page: Page, site: string): Promise<{ frame: string; picture: string }> {
  await takeAction(page, keyboard, 'Embed')
  const dialog = page.getByRole('dialog', { name: /^Embed / })
  await dialog.getByText('Not embedded anywhere').waitFor()
  await checkPage(page, 'The embed dialog')
  await hasFocus(dialog.getByLabel('Allowed sites'))
  await page.keyboard.type(`${site},`)
  await pressTabTo(page, dialog.getByRole('button', { name: 'Create code' }))
  await page.keyboard.press('Enter')
  await dialog.getByText('Copy the code now').waitFor()
  await dialog.getByRole('button', { name: `Revoke embed: ${site}` }).waitFor()
  await checkPage(page, 'The code of an embed')
  return {
    frame: await dialog.getByRole('textbox', { name: 'Player' }).inputValue(),
    picture: await dialog.getByRole('textbox', { name: 'Picture' }).inputValue(),
  }
}

async function play(page: Page): Promise<void> {
  const video = page.frameLocator('iframe').locator('video')
  await video.waitFor()
  await video.evaluate(async (film: HTMLVideoElement) => {
    film.muted = true
    await film.play()
  })
}

async function showsNothing(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  assert.equal(await page.frameLocator('iframe').locator('main').count(), 0)
  const width = await page.locator('picture img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  assert.equal(width, 0)
}
