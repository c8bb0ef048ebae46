import type { BrandImage } from '@cartouche/client'
import { Button, FileButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

interface ImageChoiceProps {
  readonly kind: BrandImage
  /** Address or data of the picture that is there; empty for none. */
  readonly shown: string
  /** The file as data; null takes the picture away. */
  readonly onChange: (file: string | null) => void
}

/** What one request can carry, in bytes of the file. */
const maxSizeBytes = 10 * 1024 * 1024

/** One picture of the brand: chosen, shown, taken away. */
export function ImageChoice({ kind, shown, onChange }: ImageChoiceProps) {
  const intl = useIntl()
  const [problem, setProblem] = useState(false)
  const name = intl.formatMessage({ id: `branding.${kind}` })
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return
    setProblem(file.size > maxSizeBytes)
    if (file.size <= maxSizeBytes) onChange(await dataOf(file))
  }
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <Text component="legend" fz="sm" fw={600} p={0}>
        {name}
      </Text>
      <Text fz="xs" c="dimmed" mb={6}>
        <FormattedMessage id={`branding.${kind}.hint`} />
      </Text>
      <Group gap="sm">
        {shown !== '' && (
          <img src={shown} alt={name} style={{ maxHeight: 48, maxWidth: 160, objectFit: 'contain' }} />
        )}
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          onChange={(file) => void take(file)}
        >
          {(props) => (
            <Button {...props} size="compact-sm" variant="default">
              <FormattedMessage id="branding.choose" />
            </Button>
          )}
        </FileButton>
        {shown !== '' && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => onChange(null)}>
            <FormattedMessage id="action.remove" values={{ name }} />
          </Button>
        )}
      </Group>
      {problem && (
        <Text fz="sm" c="var(--mantine-color-error)" role="alert">
          <FormattedMessage id="branding.tooLarge" />
        </Text>
      )}
    </fieldset>
  )
}

function dataOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}
