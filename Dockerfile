# The program in a small image: docker build --build-arg COMMIT="$(git rev-parse --short=12 HEAD)" --tag gauntlet .

FROM rust:1.90-slim-bookworm AS build
WORKDIR /src
COPY . .
# What `gauntlet --version` says: the clone's history isn't copied.
ARG COMMIT=""
RUN GAUNTLET_COMMIT="$COMMIT" cargo install --locked --path harness --root /out

FROM debian:bookworm-slim
COPY --from=build /out/bin/gauntlet /usr/local/bin/gauntlet
RUN useradd --no-log-init --uid 10001 --create-home --home-dir /work gauntlet
USER 10001
WORKDIR /work
ENTRYPOINT ["gauntlet"]
CMD ["--help"]
