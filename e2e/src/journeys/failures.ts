import assert from 'node:assert/strict'
import type { Page, Response } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'

/**
 * What a person sees when something fails, and how they go on. The specification shows no other screens than
 * these.
 */
export const failuresJourney: Journey = {
  name: 'Failures on screen',
  async run({ application, newPerson, step }) {
    const { page } = await newPerson()
    await beginSession(page, 'editor', application.password)
    const view = page.getByRole('alert')

    await step('D2.06 an address that no page answers says 404 with the path', async () => {
      await page.goto('/nonesuch/page')
      await view.getByRole('heading', { name: 'An error occured!' }).waitFor()
      await view.getByText('404', { exact: true }).waitFor()
      await view.getByText('/nonesuch/page').waitFor()
      await checkPage(page, 'An unknown address')
      await view.getByRole('link', { name: 'Go home' }).or(view.getByRole('link')).first().click()
      await page.waitForURL((url) => url.pathname === '/')
    })
    await step(
      'P2.01 P2.02 D2.01 D2.08 a tree that cannot be read shows the error view: title, code, what it says; and tries again',
      async () => {
        const stop = await failing(page, /\/rest\/dam\/data\/assetkeyword\/tree/)
        await page.goto('/vocabularies?resource=assetkeyword')
        await view.getByRole('heading', { name: 'An error occured!' }).waitFor()
        await view.getByText('internal', { exact: true }).waitFor()
        await view.getByText('request-of-the-journey').waitFor()
        await checkPage(page, 'A tree that cannot be read')
        await stop()
        await view.getByRole('button', { name: 'Try again' }).click()
        await page.getByRole('treeitem').first().waitFor()
      },
    )
    await step('D2.08 a list that cannot be read shows the error view too', async () => {
      const stop = await failing(page, /\/rest\/dam\/data\/assetnature\?/)
      await page.goto('/vocabularies?resource=assetnature')
      await view.getByText('internal', { exact: true }).waitFor()
      await stop()
      await view.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('button', { name: 'IMAGE' }).first().waitFor()
    })
    await step('assets that cannot be listed are not said to be none', async () => {
      const list = view.filter({ has: page.getByRole('heading', { name: 'An error occured!' }) })
      const stop = await failing(page, /\/rest\/dam\/data\/asset\?/)
      await page.goto('/browse')
      await list.getByText('internal', { exact: true }).waitFor()
      await page.getByRole('heading', { level: 1, name: 'Assets', exact: true }).waitFor()
      await checkPage(page, 'Assets that cannot be listed')
      await stop()
      await list.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { level: 1, name: /^\d+ assets$/ }).waitFor()
    })
    await step(
      'D8.01 P8.12 what nobody foresaw has the code of untrapped errors, its message and its stack',
      async () => {
        await page.route(/\/assets\/carts-page-.*\.js/, (route) =>
          route.fulfill({ contentType: 'text/javascript', body: 'throw new TypeError("broken on purpose")' }),
        )
        await page.goto('/carts')
        await view.getByText('error.wedia-vue.untrapped.web').waitFor()
        await view.getByText('A part of the application failed unexpectedly.').waitFor()
        await view.getByText('broken on purpose').first().waitFor()
        await view.getByRole('button', { name: 'Technical details' }).click()
        await view
          .locator('pre')
          .getByText(/TypeError|at /)
          .first()
          .waitFor()
        await page.unroute(/\/assets\/carts-page-.*\.js/)
      },
    )
    await step('a picture that the server still makes is shown once it is there', async () => {
      const [first, head] = await Promise.all([
        page.waitForResponse((response) => isPending(response, 'GET')),
        page.waitForResponse((response) => isPending(response, 'HEAD')),
        page.route(pictures, (route) => route.fulfill({ status: 202 })),
        page.goto('/browse?view=grid'),
      ])
      assert.equal(first.request().resourceType(), 'image')
      assert.equal(head.request().resourceType(), 'fetch')
      // Only its colours meanwhile: over an image without a source, browsers draw a broken picture.
      await page.locator('[data-index] span[style*="background-image"]').first().waitFor()
      assert.equal(await page.locator('img[alt]:not([src])').count(), 0)
      await page.unroute(pictures)
      // Not the first of all: assets of other journeys have no picture.
      await page.locator('[data-index] img[data-loaded]').first().waitFor()
    })
    await step('D2.04 words are completed while they are typed', async () => {
      const api = await openApi(application.url, 'editor', application.password)
      await api.call('POST', '/rest/dam/data/asset', { json: { name: 'A quixotic windmill' } })
      await page.goto('/browse')
      await page.getByRole('banner').getByLabel('Search', { exact: true }).pressSequentially('quix')
      await page.getByRole('option', { name: 'quixotic' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('q') === 'quixotic')
    })
    await step(
      'P2.03 D2.07 while the application is unavailable it says so, and a reset signs out',
      async () => {
        const unavailable = await newPerson()
        await signIn(unavailable.page, 'editor', application.password)
        let isDown = true
        await unavailable.page.route(/\/json\/whoami|\/rest\/token/, (route) =>
          isDown ? route.abort() : route.continue(),
        )
        await unavailable.page.reload()
        const heading = unavailable.page.getByRole('heading', { name: 'Cartouche is not available' })
        await heading.waitFor()
        await unavailable.page.getByText('The server does not answer').waitFor()
        // Another try in vain leaves the message where it is.
        const shown = await heading.elementHandle()
        const tried = unavailable.page.waitForEvent('requestfailed')
        await unavailable.page.getByRole('button', { name: 'Try again' }).click()
        await tried
        await heading.waitFor()
        assert.ok(await shown?.evaluate((element) => element.isConnected), 'the message went away')
        await checkPage(unavailable.page, 'Unavailable')
        // Once the server answers, the page goes on by itself: Reset is pressed in the same moment.
        const reset = unavailable.page.getByRole('button', { name: 'Reset' })
        await reset.waitFor()
        isDown = false
        await reset.dispatchEvent('click')
        await unavailable.page.getByLabel(/^username/i).waitFor()
        await unavailable.page.reload()
        await unavailable.page.getByLabel(/^username/i).waitFor()
      },
    )
  },
}

const pictures = /\/wedia\/dam\/variation\?/

function isPending(response: Response, method: string): boolean {
  return pictures.test(response.url()) && response.request().method() === method && response.status() === 202
}

/** Lets what a page asks of some addresses fail as a server's own fault does; answers how to stop that. */
async function failing(page: Page, address: RegExp): Promise<() => Promise<void>> {
  await page.route(address, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({
        error: '500/2099',
        code: 'internal',
        message: 'Something went wrong',
        data: { requestId: 'request-of-the-journey' },
        requestId: 'request-of-the-journey',
      }),
    }),
  )
  return () => page.unroute(address)
}
