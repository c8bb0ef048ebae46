import type { Routes } from '../../access/handler.ts'
import { getFocalPoint, setFocalPoint } from './focal-points.ts'
import { getPicture } from './get-picture.ts'
import {
  createPicturePreset,
  deletePicturePreset,
  listPicturePresets,
  updatePicturePreset,
} from './picture-presets.ts'

/** Pictures that are made on demand, and what they are made by. @source decisions 0202, 0203 */
export const pictureRoutes: Routes<
  | 'getPicture'
  | 'getFocalPoint'
  | 'setFocalPoint'
  | 'listPicturePresets'
  | 'createPicturePreset'
  | 'updatePicturePreset'
  | 'deletePicturePreset'
> = {
  getPicture,
  getFocalPoint,
  setFocalPoint,
  listPicturePresets,
  createPicturePreset,
  updatePicturePreset,
  deletePicturePreset,
}
