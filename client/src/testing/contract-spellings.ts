import { describe, expect, test } from 'vitest'
import { calls, type ErrorCode } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

const path = 'dam/data/asset'

/** A GIF of one pixel. */
function picture(name = 'pixel été.gif'): File {
  return new File(
    [
      Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (char) =>
        char.charCodeAt(0),
      ),
    ],
    name,
    { type: 'image/gif' },
  )
}

function formOf(fields: Readonly<Record<string, string | File | readonly string[]>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one as string | File)
  return form
}

/**
 * Writes at `/json`, in forms and with files, and variations of what they made: part of the contract suite.
 */
export function spellingSuite(call: Ask, refused: Refused): void {
  describe('spellings', () => {
    jsonTests(call, refused)
    fileTests(call, refused)
  })
}

function jsonTests(call: Ask, refused: Refused): void {
  test('D1.04 D7.36 D7.37 D7.40 D7.41 creates, changes, moves and deletes at /json, by fields prop_ of a form', async () => {
    const {
      response: {
        data: { id: keyword },
      },
    } = await call(calls.createEntity, { path: 'dam/data/assetkeyword', json: { name: 'Contract form' } })
    const made = await call(
      calls.createEntityAtJson,
      { dotted: 'dam.data.asset.add' },
      { form: formOf({ prop_name: 'Of a form', prop_keywords: [String(keyword)] }) },
    )
    const {
      data: { id },
    } = made.response
    expect(made).toMatchObject({
      resource: 'asset',
      response: {
        createdId: id,
        data: { name: 'Of a form', keywords: [{ id: keyword, name: 'Contract form' }] },
      },
    })

    const changed = await call(
      calls.updateEntityAtJson,
      { dotted: 'dam.data.asset.update', id },
      { form: formOf({ prop_name: 'Changed', prop_takenat: '2024-02-03T04:05:06.000Z' }) },
    )
    expect(changed.response).toMatchObject({
      updatedId: [id],
      data: { id, name: 'Changed', takenat: '2024-02-03T04:05:06.000Z', keywords: [{ id: keyword }] },
    })

    const moved = await call(calls.takeWorkflowActionAtJson, {
      dotted: 'dam.data.asset.update',
      id,
      action: 'submit',
    })
    expect(moved.response).toMatchObject({ updatedId: [id], data: { id, status: { name: 'submitted' } } })
    await refused(
      call(calls.takeWorkflowActionAtJson, { dotted: 'dam.data.asset.update', id, action: 'nothinglikeit' }),
      'unknown_action',
    )

    expect(await call(calls.deleteEntityAtJson, { dotted: 'dam.data.asset', id })).toEqual({
      resource: 'asset',
      response: { deletedId: id },
    })
    await refused(call(calls.getEntity, { path, id }), 'entity_not_found')
    await call(calls.deleteEntity, { path: 'dam/data/assetkeyword', id: keyword })
  })
  test('refuses at /json what it refuses elsewhere', async () => {
    await refused(
      call(
        calls.createEntityAtJson,
        { dotted: 'dam.data.asset.add' },
        { form: formOf({ prop_description: 'no name' }) },
      ),
      'field_mandatory',
    )
    await refused(
      call(
        calls.createEntityAtJson,
        { dotted: 'dam.data.asset.add' },
        { form: formOf({ prop_name: 'x', prop_nothinglikeit: '1' }) },
      ),
      'unknown_field',
    )
    await refused(
      call(
        calls.updateEntityAtJson,
        { dotted: 'dam.data.asset.update', id: 999_999_999 },
        { form: formOf({ prop_name: 'x' }) },
      ),
      'entity_not_found',
    )
    await refused(
      call(
        calls.createEntityAtJson,
        { dotted: 'dam.data.nothing.add' },
        { form: formOf({ prop_name: 'x' }) },
      ),
      'unknown_resource',
    )
  })
}

function fileTests(call: Ask, refused: Refused): void {
  test('D7.36 D7.39 D7.43 keeps a file that json names by cid:, and has variations of it', async () => {
    const file = picture()
    const {
      response: {
        data: { id },
      },
    } = await call(
      calls.createEntity,
      { path },
      { form: formOf({ json: JSON.stringify({ name: 'With a file', binary: 'cid:part' }), part: file }) },
    )
    const {
      response: { data },
    } = await call(calls.getEntity, { path, id })
    expect(data).toMatchObject({
      name: 'With a file',
      metadata: { filename: 'pixel été.gif', filesize: file.size, mediatype: 'image/gif' },
      binary: { name: 'pixel été.gif', filesize: file.size },
    })

    expect(
      (await call(calls.listVariations, { object: 'asset', id: String(id) })).map(({ name }) => name),
    ).toContain('original')
    const measured = await call(calls.getEntity, {
      path,
      id,
      variation: 'nothinglikeit,original',
      variations: 'SIZE',
    })
    expect(measured.response.data.$asset).toMatchObject({
      variation: 'original',
      variations: [{ name: 'original', filesize: file.size }],
    })
    await call(calls.deleteEntity, { path, id })
  })
  test('takes a file as a field of a form, and another in its place by a patch', async () => {
    const {
      response: {
        data: { id },
      },
    } = await call(
      calls.createEntityAtJson,
      { dotted: 'dam.data.asset.add' },
      { form: formOf({ prop_name: 'A field', prop_binary: picture('first.gif') }) },
    )
    const form = formOf({
      given: JSON.stringify({ binary: 'cid:part' }),
      part: picture('second.gif'),
      jsonproperty: 'given',
    })
    const {
      response: { data },
    } = await call(calls.patchEntity, { path, id }, { form })
    expect(data).toMatchObject({ id, name: 'A field', metadata: { filename: 'second.gif' } })
    await call(calls.deleteEntity, { path, id })
  })
  test('refuses a part that nothing names, one that is missing, and an empty file; nothing is made', async () => {
    const query = { name: { eq: 'Refused with a file' } }
    const json = JSON.stringify({ name: 'Refused with a file', binary: 'cid:part' })
    await refused(
      call(
        calls.createEntity,
        { path },
        { form: formOf({ json: JSON.stringify({ name: 'Refused with a file' }), stray: picture() }) },
      ),
      'upload_format',
    )
    await refused(call(calls.createEntity, { path }, { form: formOf({ json }) }), 'upload_format')
    await refused(
      call(calls.createEntity, { path }, { form: formOf({ json, part: new File([], 'empty.gif') }) }),
      'upload_empty',
    )
    expect((await call(calls.findEntities, { path, query })).response.total).toBe(0)
  })
}
