import type { Thumbnail } from "../../../db/media/media.ts";
import { call } from "../../runtime/calls/calls.ts";
import type { ThumbnailRequest } from "./image-facts.ts";

export const makeThumbnailsCall = call<ThumbnailRequest, Thumbnail[]>("media.make-thumbnails");
