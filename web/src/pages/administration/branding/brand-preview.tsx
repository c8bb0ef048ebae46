import { deriveColours } from '@cartouche/client'
import { Text, Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import classes from '../people.module.css'

interface BrandPreviewProps {
  readonly name: string
  readonly colour: string | null
  /** Addresses or data; empty for none. */
  readonly logo: string
  readonly background: string
}

/** The product's own colour. */
const ownColour = '#433cae'
const schemes = [
  { name: 'light', ground: '#ffffff', text: '#1a1a1a', line: '#e2e2e2', shade: 7 },
  { name: 'dark', ground: '#161616', text: '#e6e6e6', line: '#2b2b2b', shade: 6 },
] as const

/** What people will see: the sign-in in the light and in the dark, with the colours that are derived. */
export function BrandPreview({ name, colour, logo, background }: BrandPreviewProps) {
  const colours = deriveColours(colour ?? ownColour)
  return (
    <section aria-labelledby="preview-title">
      <Title order={2} fz="sm" mb="xs" id="preview-title">
        <FormattedMessage id="branding.preview" />
      </Title>
      {schemes.map(({ name: scheme, ground, text, line, shade }) => (
        <div key={scheme} className={classes.preview} style={{ marginBottom: 12 }}>
          <div
            className={classes.stage}
            style={{
              backgroundColor: scheme === 'light' ? '#ededed' : '#0d0d0d',
              ...(background === '' ? {} : { backgroundImage: `url(${JSON.stringify(background)})` }),
            }}
          >
            <div className={classes.card} style={{ background: ground, color: text, borderColor: line }}>
              {logo === '' ? (
                <img src="/mark.svg" alt="" width={32} height={32} />
              ) : (
                <img className={classes.logo} src={logo} alt="" />
              )}
              <Text fw={600} truncate>
                {name}
              </Text>
              <span
                style={{
                  background: colours.shades[shade],
                  color: '#ffffff',
                  borderRadius: 6,
                  padding: '8px 14px',
                  fontWeight: 600,
                  textAlign: 'center',
                }}
              >
                <FormattedMessage id="signIn.submit" />
              </span>
              <span
                style={{
                  background: colours[scheme].ground,
                  color: colours[scheme].text,
                  borderRadius: 6,
                  padding: '6px 10px',
                }}
              >
                <FormattedMessage id="nav.administration" />
              </span>
            </div>
          </div>
        </div>
      ))}
    </section>
  )
}
