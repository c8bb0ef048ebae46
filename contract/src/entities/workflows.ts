import { assetActions, assetStatuses } from './asset-workflow.ts'

/** Where the entities of a resource can be, and what moves them: actions by name, statuses by name. */
export interface Workflow {
  readonly statuses: Readonly<Record<string, number>>
  readonly actions: Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>>
}

const ofAssets: Workflow = { statuses: assetStatuses, actions: assetActions }

/** Widgets and files have the status of their page. */
const ofPageParts: Workflow = { statuses: assetStatuses, actions: {} }

/**
 * `validate` publishes: a working copy in the place of its original.
 * @source data-layer §4 CMS, §9: status 6 is published
 */
const ofPages: Workflow = {
  statuses: assetStatuses,
  actions: {
    submit: assetActions.submit,
    validate: { from: ['draft', 'submitted'], to: 'published' },
    reject: assetActions.reject,
    unpublish: assetActions.unpublish,
    archive: assetActions.archive,
    restore: assetActions.restore,
  },
}

const workflows: ReadonlyMap<string, Workflow> = new Map([
  ['page', ofPages],
  ['pagewidget', ofPageParts],
  ['pagefile', ofPageParts],
])

/** The workflow of a resource that has one; that of assets where it has none of its own. */
export function workflowOf(resource: string): Workflow {
  return workflows.get(resource) ?? ofAssets
}

/** The name of a status by its number; the number as a text where the workflow does not know it. */
export function statusName({ statuses }: Workflow, status: number): string {
  return Object.entries(statuses).find(([, id]) => id === status)?.[0] ?? String(status)
}
