import assert from 'node:assert/strict'
import type { Journey } from '../journey.ts'
import { getSamples } from '../samples.ts'
import { openScreenReader, type ScreenReader } from '../screen-reader.ts'
import { waitFor } from '../wait-for.ts'

/**
 * Five ways through the application that only use what a screen reader says: what has the focus by role, name
 * and state, and what is announced by itself.
 */
export const screenReaderJourney: Journey = {
  name: 'Screen reader',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson()
    let reader: ScreenReader
    await step('to sign in, and to hear that the page has changed', async () => {
      await page.goto('/')
      reader = await openScreenReader(page)
      assert.match(await reader.heading(/^heading 1/), /Sign in/)
      await reader.find(/main, textbox Username/)
      await reader.press('Enter')
      assert.match(await reader.find(/textbox Username/), /invalid, Enter your username/)
      await reader.type('editor')
      assert.match(await reader.press('Tab'), /^textbox Password/)
      await reader.press('Enter')
      assert.match(await reader.find(/textbox Password/), /invalid, Enter your password/)
      await reader.type(application.password)
      await reader.press('Enter')
      await reader.announced(/^Home$/)
    })
    await step('to find, to hear how many there are, and to choose two of them', async () => {
      await reader.find(/^search, combobox Search/)
      await reader.type('harbour')
      await reader.press('Enter')
      await reader.announced(/^Browse$/)
      await reader.announced(/^\d+ assets$/)
      await reader.find(/checkbox .+, not checked, \d+ assets?$/, 'Shift+Tab')
      await reader.find(/list Assets, link/)
      await reader.press('Space')
      await reader.announced(/^1 selected$/)
      assert.match(await reader.hear(), /, selected$/)
      await reader.press('Escape')
      await reader.announced(/^Nothing selected$/)
      await reader.press('Space')
      await reader.announced(/^1 selected$/)
      await reader.press('ArrowRight')
      await reader.press('Space')
      await reader.announced(/^2 selected$/)
    })
    let [link, password] = ['', '']
    await step('to share them with a password, and to come back to where it began', async () => {
      await reader.find(/button Share$/)
      assert.match(await reader.press('Enter').then(() => reader.find(/dialog Share 2 assets/)), /dialog/)
      await reader.find(/button Message, recipients, password, collapsed/)
      await reader.press('Enter')
      await reader.find(/switch Ask for a password, not checked/)
      await reader.press('Space')
      assert.match(await reader.hear(), /switch Ask for a password, checked/)
      await reader.find(/button Create the link/)
      await reader.press('Enter')
      await reader.announced(/^The link is ready/)
      assert.match(await reader.hear(), /button Done/)
      password =
        /, "([^"]+)"/.exec(await reader.find(/textbox Password for visitors, "/, 'Shift+Tab'))?.[1] ?? ''
      link = /https?:\/\/[^"]+/.exec(await reader.find(/textbox Link, "/, 'Shift+Tab'))?.[0] ?? ''
      await reader.press('Escape')
      await reader.find(/^button Share$/)
    })
    await step('to share a collection by its menu, and to come back to it', async () => {
      const node = await reader.find(/treeitem /, 'Shift+Tab')
      await reader.press('Shift+F10')
      await reader.find(/menuitem Share/, 'ArrowDown')
      await reader.press('Enter')
      await reader.find(/button Create the link/)
      await reader.press('Escape')
      await waitFor('the focus on the collection', async () => node.endsWith(await reader.hear()))
    })
    await step('to describe an asset, to leave a field as it was, and to hear what is saved', async () => {
      await reader.find(/list Assets, link/, 'Shift+Tab')
      await reader.press('Enter')
      await reader.find(/^button Edit Name$/)
      await reader.press('Enter')
      await reader.find(/textbox Edit Name, "/)
      await reader.press('Escape')
      assert.equal(await reader.hear(), 'button Edit Name')
      await reader.find(/Edit Description$/)
      await reader.press('Enter')
      await reader.find(/textbox Description/)
      await reader.type('Boats')
      assert.equal(await reader.press('Tab'), 'button Save')
      // On a button of the form the key leaves the field, not the asset.
      await reader.press('Escape')
      assert.match(await reader.hear(), /Edit Description$/)
      await reader.press('Escape')
      await reader.find(/list Assets, link/)
    })
    await step('to import two files, to hear when they are ready, and to publish them', async () => {
      const { files } = await getSamples()
      const chosen = files.filter(({ isBroken }) => !isBroken).slice(0, 2)
      // Heard of from here on: a key is pressed sooner than the browser begins to ask who listens.
      page.on('filechooser', (chooser) => void chooser.setFiles(chosen.map(({ path }) => path)))
      await reader.find(/link Import$/, 'Shift+Tab')
      await reader.press('Enter')
      await reader.announced(/^Import$/)
      // Once the earlier imports are there, the page stays as it is.
      await reader.find(/link Demonstration library/)
      await reader.find(/button Choose files/, 'Shift+Tab')
      await reader.press('Enter')
      await reader.announced(/2 files ready/)
      assert.match(await reader.hear(), /heading Import /)
      await reader.find(/button Publish 2 files/)
      await reader.press('Enter')
      await reader.announced(/^2 files added to the library/)
      assert.match(await reader.hear(), /link View in Browse/)
    })
    await step('as a visitor, to hear that a password is wrong, to get in and to download', async () => {
      const visitor = (await newPerson()).page
      await visitor.goto(link)
      const heard = await openScreenReader(visitor)
      assert.match(await heard.heading(/^heading 1/), /This link needs a password/)
      await heard.find(/textbox Password/)
      await heard.type('wrong')
      await heard.press('Enter')
      await heard.announced(/^Wrong password/)
      await visitor.keyboard.press('Control+a')
      await heard.type(password)
      await heard.press('Enter')
      await heard.announced(/^2 assets/)
      await heard.find(/list Assets, link/)
      const download = visitor.waitForEvent('download')
      await heard.find(/button Download all/)
      await heard.press('Enter')
      assert.match((await download).suggestedFilename(), /\.zip$/)
    })
    assert.deepEqual(errors, [])
  },
}
