"""compose.py FILE: what `docker compose config` would find wrong, as far as a reader of YAML can see it: unknown keys, services and
volumes that are named but not there, files that are mounted but missing. Status 1 after the first fault."""
import os
import re
import sys

import yaml

TOP = {"name", "services", "volumes", "networks", "configs", "secrets"}
SERVICE = {
    "build", "image", "restart", "stop_grace_period", "depends_on", "environment", "ulimits", "healthcheck", "volumes",
    "command", "entrypoint", "ports", "sysctls", "networks", "user",
}
HEALTH = {"test", "interval", "timeout", "retries", "start_period"}


def fail(text):
    sys.exit(f"{sys.argv[1]}: {text}")


def check_keys(what, value, allowed):
    for key in value:
        if key not in allowed and not key.startswith("x-"):
            fail(f"{what} has an unknown key {key}")


def check_mount(name, mount, volumes, folder):
    source = mount.split(":")[0]
    if not source.startswith("."):
        if source not in volumes:
            fail(f"{name} mounts the volume {source}, which is not declared")
    elif not source.endswith(".pem") and not os.path.exists(os.path.join(folder, source)):
        fail(f"{name} mounts {source}, which is not there")


def check_service(name, service, whole, folder):
    check_keys(name, service, SERVICE)
    if "image" not in service and "build" not in service:
        fail(f"{name} has neither image nor build")
    check_keys(f"healthcheck of {name}", service.get("healthcheck", {}), HEALTH)
    for other in service.get("depends_on", []):
        if other not in whole["services"]:
            fail(f"{name} depends on {other}, which is not there")
        wants_health = isinstance(service["depends_on"], dict) and service["depends_on"][other]["condition"] == "service_healthy"
        if wants_health and "healthcheck" not in whole["services"][other]:
            fail(f"{name} waits for the health of {other}, which has no check")
    for mount in service.get("volumes", []):
        check_mount(name, mount, whole.get("volumes", {}), folder)
    build = service.get("build")
    if build and not os.path.exists(os.path.join(folder, build["context"], build["dockerfile"])):
        fail(f"the Dockerfile of {name} is not there")
    for port in service.get("ports", []):
        if not re.fullmatch(r"[0-9.:]+", port):
            fail(f"{name} has the port {port}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        whole = yaml.safe_load(file)
    folder = os.path.dirname(os.path.abspath(sys.argv[1]))
    check_keys("the file", whole, TOP)
    for name, service in whole["services"].items():
        check_service(name, service, whole, folder)
    servers = set(re.findall(r"^ *server \w+ ([\w-]+):", open(os.path.join(folder, "haproxy.cfg")).read(), re.M))
    for name in servers - set(whole["services"]):
        fail(f"haproxy.cfg names {name}, which is not there")


main()
