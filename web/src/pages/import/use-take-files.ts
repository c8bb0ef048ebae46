import { calls, importsOf } from '@cartouche/client'
import type { StorageUse } from '@cartouche/contract'
import { useClient, useConfig, useCurrentUser } from '@cartouche/react'
import { useLocalStorage } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useIntl, type IntlShape } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { formatBytes, formatLimit } from '../../translations/format.ts'
import { formatDateOfName } from '../../translations/non-breaking-dates.tsx'
import { fitFiles } from './fit-files.ts'
import { forgetUnsentFiles, guardUploads } from './guard-uploads.ts'

/** Taking files into an import, a new one where none is open. */
export interface TakeFiles {
  readonly take: (files: readonly File[]) => Promise<void>
  /** Whether zips are unpacked. */
  readonly unzip: boolean
  readonly setUnzip: (unzip: boolean) => void
  /** Bytes that one file may have, once it is known. */
  readonly maxSizeBytes: number | undefined
}

const namesShown = 8

/**
 * What to do with files that a person drops or chooses: those that are too large, and those for which their
 * owner has no room, are reported at once, the others are queued.
 */
export function useTakeFiles(jobId: number | null): TakeFiles {
  const intl = useIntl()
  const client = useClient()
  const navigate = useNavigate()
  const user = useCurrentUser()
  const maxSizeBytes = useConfig().data?.limits.uploadMaxBytes
  const [unzip, setUnzip] = useLocalStorage({
    key: 'cartouche-unzip',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const refuse = (id: 'import.tooLarge' | 'import.noRoom', files: readonly File[], limit: string): void => {
    const names = [
      ...files.slice(0, namesShown).map(({ name }) => name),
      ...(files.length > namesShown ? ['…'] : []),
    ].join(', ')
    notifications.show({
      color: 'red',
      autoClose: false,
      message: intl.formatMessage({ id }, { count: files.length, limit, names }),
    })
  }
  /** Those that fit; of an import of somebody else the server decides alone. */
  const keepFitting = async (files: readonly File[]): Promise<readonly File[]> => {
    const owner = jobId === null ? user : importsOf(client).jobs.get(String(jobId)).job?.jobowner
    if (files.length === 0 || owner?.id !== user?.id) return files
    // Where it is not known how much room there is, the server says so.
    const use = await client.call(calls.getStorageUse, {}).catch(() => undefined)
    if (!use) return files
    const { fitting, others } = fitFiles(files, use)
    if (others.length > 0) refuse('import.noRoom', others, limitText(intl, use))
    return fitting
  }
  const queue = async (files: readonly File[]): Promise<void> => {
    const name = intl.formatMessage(
      { id: 'import.name' },
      { date: formatDateOfName(intl, new Date(), { dateStyle: 'medium', timeStyle: 'short' }) },
    )
    const id = jobId ?? (await importsOf(client).createJob({ name })).id
    const isZip = (file: File): boolean => unzip && /\.zip$/i.test(file.name)
    forgetUnsentFiles(id)
    importsOf(client).upload(
      id,
      files.filter((file) => !isZip(file)),
    )
    importsOf(client).upload(id, files.filter(isZip), { unzip: true })
    guardUploads(client, id)
    if (jobId === null) await navigate({ to: '/import', search: { job: String(id) } })
  }
  const take = async (files: readonly File[]): Promise<void> => {
    const isTooLarge = ({ size }: File): boolean => maxSizeBytes !== undefined && size > maxSizeBytes
    const large = files.filter(isTooLarge)
    if (large.length > 0) refuse('import.tooLarge', large, formatLimit(intl, maxSizeBytes ?? 0))
    const taken = await keepFitting(files.filter((file) => !isTooLarge(file)))
    if (files.length === 0) notifications.show({ message: intl.formatMessage({ id: 'import.noFiles' }) })
    if (taken.length > 0)
      await queue(taken).catch((error: unknown) =>
        notifications.show({ color: 'red', message: errorText(intl, error) }),
      )
  }
  return { take, unzip, setUnzip, maxSizeBytes }
}

/** `9.8 GB of 10 GB used · 1,204 of 2,000 files` */
function limitText(intl: IntlShape, { sizeBytes, files, limit }: StorageUse): string {
  const parts = [
    ...(limit.sizeBytes === null
      ? []
      : [
          intl.formatMessage(
            { id: 'storageUse.bytesOf' },
            { used: formatBytes(intl, sizeBytes), limit: formatBytes(intl, limit.sizeBytes) },
          ),
        ]),
    ...(limit.files === null
      ? []
      : [intl.formatMessage({ id: 'storageUse.filesOf' }, { count: files, limit: limit.files })]),
  ]
  return parts.join(' · ')
}
