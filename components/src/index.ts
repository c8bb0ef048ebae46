export { components } from './components.ts'
export { type Asset, type Player, type Source, type Subtitles } from './component/asset.ts'
export {
  type AnyComponent,
  type AssetQuery,
  type Component,
  type Needs,
  type Rendering,
} from './component/define-component.ts'
export {
  parseObject,
  parseProps,
  readObject,
  type ParsedProps,
  type Problem,
} from './component/parse-props.ts'
export { linkKinds, linkTarget, linkTo, type LinkKind, type LinkTarget } from './component/link.ts'
export { directionIn, type Direction } from './component/direction.ts'
export { fieldsOf, type ComponentField, type FieldKind } from './component/fields.ts'
export { languagesOf, pageProps, type PageProps } from './page/page-props.ts'
export { panoramaShaders } from './panorama/panorama-shaders.ts'
export { pageStyle } from './page/page-style.ts'
export {
  inLanguage,
  isBlank,
  readTranslationKey,
  textFieldsOf,
  translationKey,
  type TranslatedText,
  type Translations,
} from './component/translations.ts'
export { cleanHtml } from './text/clean-html.ts'
