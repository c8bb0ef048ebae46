import { Box, Button, Center } from '@mantine/core'
import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { BrandMark } from '../components/brand/brand-mark.tsx'
import { ErrorView, ErrorViewOf } from '../components/error-view/error-view.tsx'

/** The error view of a page that failed. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  return <ErrorViewOf error={error} onRetry={reset} />
}

/** The error view of an address that no page answers: code 404 with the address. @source data-layer §2 */
export function RouteMissing() {
  const intl = useIntl()
  return (
    <Center component="main" mih="100%">
      <div>
        <Box px="xl">
          <BrandMark size={40} />
        </Box>
        <ErrorView
          code="404"
          message={`${window.location.pathname} · ${intl.formatMessage({ id: 'notFound.text' })}`}
          action={
            <Button component={Link} to="/" w="fit-content">
              <FormattedMessage id="action.goHome" />
            </Button>
          }
        />
      </div>
    </Center>
  )
}
