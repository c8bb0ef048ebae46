import type { Api } from './open-api.ts'

/** An answer with one entity. */
interface Made {
  readonly response: { readonly data: { readonly id: number } }
}

/** The values of a widget that stands in a page. */
export function widget(page: number, position: number, component: string, props: object): object {
  return { parent: `clubwedpagedesc_${page}`, position, component, props: JSON.stringify(props) }
}

/** Makes a page or a widget; answers its id. */
export async function create(api: Api, resource: string, json: object): Promise<number> {
  return (await api.call<Made>('POST', `/rest/data/${resource}`, { json })).response.data.id
}

/** Takes an action of the workflow. */
export async function act(api: Api, resource: string, id: number, action: string): Promise<void> {
  await api.call('PATCH', `/json/workflow/${resource}/${id}?action=${action}`, {})
}
