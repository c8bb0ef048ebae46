import { calls, readsOf, type CallAnswer, type Calls, type EntityData } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useEffect, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { labelOf, useSchemaRecords } from '../use-schema-records.ts'

/** A resource whose records a person may see. */
export interface ListedResource {
  /** Short name. */
  readonly resource: string
  readonly path: string
  readonly label: string
  /** Whether its records have a status. */
  readonly hasWorkflow: boolean
}

interface Resources {
  /** In their order; undefined until they are known. */
  readonly resources: readonly ListedResource[] | undefined
  readonly error: unknown
  readonly retry: () => void
}

type Answer = CallAnswer<Calls['listResources']>

/** The resources of all domains whose records this person may see; a domain that is refused has none. */
export function useResources(): Resources {
  const client = useClient()
  const { locale } = useIntl()
  const schemas = useSchemaRecords()
  const [answers, setAnswers] = useState<readonly Answer[] | undefined>()
  const [error, setError] = useState<unknown>(null)
  const domains = [...new Set(schemas.data.map(({ domain }) => String(domain)))].join(' ')
  useEffect(() => {
    if (domains === '') return undefined
    let isCurrent = true
    const ask = domains.split(' ').map(async (path) => readsOf(client).read(calls.listResources, { path }))
    void Promise.allSettled(ask).then((asked) => {
      if (!isCurrent) return
      const loaded = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const failure = asked.find((one) => one.status === 'rejected')
      setAnswers(loaded)
      setError(loaded.length === 0 && failure ? failure.reason : null)
    })
    return () => {
      isCurrent = false
    }
  }, [client, domains])
  const resources = useMemo(
    () => answers && resourcesOf(answers, schemas.data, locale),
    [answers, schemas.data, locale],
  )
  return {
    resources: error === null ? resources : undefined,
    error: error ?? (schemas.hasData ? null : schemas.error),
    retry: schemas.actions.refresh,
  }
}

function resourcesOf(
  answers: readonly Answer[],
  schemas: readonly EntityData[],
  locale: string,
): ListedResource[] {
  const placeOf = (resource: string): number => schemas.findIndex(({ name }) => name === resource)
  return answers
    .flatMap(({ response }) => response.data)
    .map(({ resource, path, name }) => ({
      resource,
      path,
      label: labelOf(schemas[placeOf(resource)], locale) || name,
      hasWorkflow: schemas[placeOf(resource)]?.['workflow'] === true,
    }))
    .toSorted((a, b) => placeOf(a.resource) - placeOf(b.resource))
}
