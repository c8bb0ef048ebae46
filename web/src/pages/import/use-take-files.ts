import { importsOf } from '@cartouche/client'
import { useClient, useConfig } from '@cartouche/react'
import { useLocalStorage } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { formatBytes } from '../../translations/format.ts'
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
 * What to do with files that a person drops or chooses: those that are too large are told at once, the others
 * are queued.
 */
export function useTakeFiles(jobId: number | null): TakeFiles {
  const intl = useIntl()
  const client = useClient()
  const navigate = useNavigate()
  const maxSizeBytes = useConfig().data?.limits.uploadMaxBytes
  const [unzip, setUnzip] = useLocalStorage({
    key: 'cartouche-unzip',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const refuse = (files: readonly File[]): void => {
    const names = [
      ...files.slice(0, namesShown).map(({ name }) => name),
      ...(files.length > namesShown ? ['…'] : []),
    ].join(', ')
    notifications.show({
      color: 'red',
      autoClose: false,
      message: intl.formatMessage(
        { id: 'import.tooLarge' },
        { count: files.length, limit: formatBytes(intl, maxSizeBytes ?? 0), names },
      ),
    })
  }
  const queue = async (files: readonly File[]): Promise<void> => {
    const name = intl.formatMessage(
      { id: 'import.name' },
      { date: intl.formatDate(new Date(), { dateStyle: 'medium', timeStyle: 'short' }) },
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
    const taken = files.filter((file) => !isTooLarge(file))
    if (large.length > 0) refuse(large)
    if (files.length === 0) notifications.show({ message: intl.formatMessage({ id: 'import.noFiles' }) })
    if (taken.length > 0)
      await queue(taken).catch((error: unknown) =>
        notifications.show({ color: 'red', message: errorText(intl, error) }),
      )
  }
  return { take, unzip, setUnzip, maxSizeBytes }
}
