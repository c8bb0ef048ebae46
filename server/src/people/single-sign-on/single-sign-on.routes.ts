import type { Routes } from '../../access/handler.ts'
import {
  finishSingleSignOn,
  getAuthConfig,
  getSamlMetadata,
  startSingleSignOn,
  takeOidcAnswer,
  takeSamlAnswer,
} from './single-sign-on.ts'

/** Handlers of the calls of single sign-on. */
export const singleSignOnRoutes = {
  getAuthConfig,
  startSingleSignOn,
  takeOidcAnswer,
  takeSamlAnswer,
  finishSingleSignOn,
  getSamlMetadata,
} satisfies Routes<
  | 'getAuthConfig'
  | 'startSingleSignOn'
  | 'takeOidcAnswer'
  | 'takeSamlAnswer'
  | 'finishSingleSignOn'
  | 'getSamlMetadata'
>
