# Builds the one binary and puts it, alone, on a small Debian.
FROM node:20-bookworm-slim AS build
WORKDIR /catalogd
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM debian:12-slim
COPY --from=build /catalogd/out/catalogd /usr/local/bin/catalogd
RUN useradd --system --uid 10001 catalogd && install --directory --mode=0700 --owner=catalogd /data
USER catalogd
ENV NODE_ENV=production BUN_JSC_forceRAMSize=402653184 CATALOGD_HOST=0.0.0.0 CATALOGD_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# The binary is also a JavaScript runtime: no other program is needed to ask it how it is.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s \
  CMD ["env", "BUN_BE_BUN=1", "catalogd", "-e", "process.exit((await fetch('http://127.0.0.1:3000/api/v1/health')).ok ? 0 : 1)"]
CMD ["catalogd"]
