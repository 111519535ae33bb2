const isWebAddress = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url);

/** The address at which platforms reach this service, without a slash at its end; `null`: none is set. */
export function publicOrigin({ apiUrl, publicUrl }: { apiUrl: string | undefined; publicUrl: string | undefined }) {
  const address = [apiUrl, publicUrl].find((each) => each !== undefined && isWebAddress(each));
  return address?.replace(/\/+$/, "") ?? null;
}
