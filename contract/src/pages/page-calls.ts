import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { flag, id, ids } from '../parameters.ts'
import { resourceNamed } from '../resource-aliases.ts'

/** Widgets that stand beside each other in one place, at most: a form has a thousand fields. */
export const maxWidgetsBeside = 990

const widgetIds = ids.refine((list) => list.length <= maxWidgetsBeside, `at most ${maxWidgetsBeside} widgets`)
const resource = z.string().max(64).transform(resourceNamed)
const writeErrors = ['entity_not_found', 'access_denied', 'page_closed', 'invalid_parameter'] as const

export const getWorkingCopy = defineCall({
  name: 'getWorkingCopy',
  method: 'GET',
  path: '/rest/bs/clubwed_getWorkCopy/{object}/{id}',
  access: 'page/view',
  summary: 'The id of the working copy of a page, as a text; the first time, it is made',
  source: 'data-layer §7 CMS; wire facts "Pages"; decision 0163',
  input: z.object({ object: resource.pipe(z.literal('page')), id }),
  answers: z.object({ resource: z.string(), response: z.object({ data: z.string() }) }),
  errors: ['entity_not_found', 'access_denied', 'csrf_missing'],
})

export const assignWidgets = defineCall({
  name: 'assignWidgets',
  method: 'POST',
  path: '/bov3/common/actions/affect_collection.jspz',
  access: 'pagewidget/update',
  summary:
    'Say in which order widgets stand in a page or in a widget: components are copied in, other widgets move there',
  source: 'data-layer §7 CMS; wire facts "Pages": Assign; decision 0162',
  input: z.object({
    form_object: resource.pipe(z.enum(['page', 'pagewidget'])),
    form_id: id,
    form_field: z.literal('children'),
    /** Ids in order. What stands there and is not named stays, after those that are. */
    form_value: widgetIds.default([]),
  }),
  /** The ids that stand there now, in order. */
  answers: z.object({ new_children: z.array(z.string()) }),
  errors: [...writeErrors],
})

export const deletePageWithVersions = defineCall({
  name: 'deletePageWithVersions',
  method: 'DELETE',
  path: '/rest/page-with-versions/{page}',
  access: 'page/delete',
  summary:
    'Delete a page with its working copy, its earlier versions and all that stands in them, or nothing',
  source: 'decision 0180',
  input: z.object({
    page: id,
    /** Ids of the working copy and of the earlier versions, as shown to whoever deletes them. */
    versions: ids.default([]),
  }),
  /** All pages that are gone. */
  answers: z.object({ deleted: z.array(z.number()) }),
  errors: ['entity_not_found', 'access_denied', 'delete_refused', 'entity_in_use', 'page_versions_changed'],
})

export const sortWidgets = defineCall({
  name: 'sortWidgets',
  method: 'POST',
  path: '/bov3/datasort/actions/sort.jspz',
  access: 'pagewidget/update',
  summary: 'Give widgets positions in the order in which they are named',
  source: 'data-layer §7 CMS; wire facts "Pages": Sort; decision 0162',
  input: z.object({
    form_object: resource.pipe(z.literal('pagewidget')),
    sort_field: z.literal('position'),
    noredirect: flag.optional(),
    clubwedwidget_1: widgetIds.refine((list) => list.length > 0, 'a widget is expected'),
  }),
  answers: z.object({ sorted: z.array(z.number()) }),
  errors: [...writeErrors],
})
