# Builds the one binary and puts it, alone, on a small Debian. Not run where it was written: there was no Docker daemon.
FROM node:24-bookworm-slim AS build
WORKDIR /catalogd
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev
COPY . .
# `docker build --build-arg COMMIT=$(git rev-parse --short HEAD) .`: what `catalogd version` says.
ARG COMMIT=unknown
RUN npm run build -- --commit "$COMMIT"

FROM debian:12-slim
LABEL org.opencontainers.image.title="catalogd" \
  org.opencontainers.image.description="Product information management in one self-hosted binary"
COPY --from=build /catalogd/out/catalogd /usr/local/bin/catalogd
RUN useradd --system --uid 10001 catalogd && install --directory --mode=0700 --owner=catalogd /data
USER catalogd
# All that it writes is in /data: the root file system may be read-only.
ENV NODE_ENV=production BUN_JSC_forceRAMSize=402653184 CATALOGD_HOST=0.0.0.0 CATALOGD_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["catalogd", "healthcheck"]
CMD ["catalogd"]
