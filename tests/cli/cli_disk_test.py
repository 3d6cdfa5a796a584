#!/usr/bin/env python3
"""What a full disk does: every failure is said with its place and what to do, the old file stays whole, nothing half
written stays. Usage: cli_disk_test.py EZSCOPE [test names]"""
import os
import shutil
import subprocess

from cli_helpers import PROGRAM, SCENE, ProgramTest, environment, main, read

# A program in a small disk of its own, in memory, and what is on the disk when it has ended.
ON_A_DISK = """
mount -t tmpfs -o "size=$1" none disk && cp -r old/. disk/ && cd disk || exit 99
shift
"$@"
code=$?
cp -r . ../after
exit $code
"""
# In the place of ffmpeg, which need not be there: every byte it is given is in the file it is to make.
STAND_IN = "#!/bin/sh\nfor last; do :; done\nexec cat > \"$last\"\n"


class FullDisk(ProgramTest):
    def setUp(self):
        super().setUp()
        for folder in ("disk", "old", "programs"):
            os.mkdir(folder)
        os.environ["PATH"], path = os.path.abspath("programs") + ":" + os.environ["PATH"], os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", path)
        self.own = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
        if shutil.which("unshare") is None or self.on_a_disk("64k", "true").returncode != 0:
            self.skipTest("no disk of one's own is permitted here")

    def on_a_disk(self, size, *command):
        shutil.rmtree("after", ignore_errors=True)
        return subprocess.run([*self.own, "sh", "-c", ON_A_DISK, "sh", size, *command], capture_output=True, text=True,
                              env=environment(), timeout=300)

    def encoder(self, text):
        with open("programs/ffmpeg", "w") as f:
            f.write(text)
        os.chmod("programs/ffmpeg", 0o755)

    def ezscope(self, size, *args, code=1):
        done = self.on_a_disk(size, PROGRAM, *args)
        self.assertEqual(done.returncode, code, f"{args}\n{done.stdout}\n{done.stderr}")
        return done.stderr

    def put(self, name):
        with open(f"old/{name}", "w") as f:
            f.write("what was there")
        return name

    def as_it_was(self, *names):
        self.assertEqual(sorted(os.listdir("after")), sorted(names), "nothing half written")
        for name in names:
            self.assertEqual(read(f"after/{name}"), b"what was there")

    def test_results_of_a_render(self):
        scene = os.path.abspath(self.scene)
        for name in ("e.npy", "e.csv", "e.png"):
            self.put(name)
            said = self.ezscope("8k", "render", scene, "--steps", "3000", "--size", "640x400", "--backend", "cpu", "--out", name)
            self.assertIn(name, said)
            self.assertIn("free some space", said)
            self.as_it_was(name)
            os.remove(f"old/{name}")

    def test_films(self):
        self.encoder(STAND_IN)
        scene = os.path.abspath(self.scene)
        self.put("f.mp4")
        film = ["render", scene, "--steps", "600", "--every", "2steps", "--size", "320x200", "--backend", "cpu", "--out"]
        said = self.ezscope("600k", *film, "f.mp4")
        self.assertIn("f.mp4 is not written: ", said)
        self.assertIn("make room", said)
        self.as_it_was("f.mp4")
        said = self.ezscope("600k", *film, "g_%05d.png")
        self.assertIn("g_00000.png needs ", said)
        self.assertIn("free some space", said)
        self.as_it_was("f.mp4")

    def test_sessions(self):
        scene = os.path.abspath(self.scene)
        window = [scene, "--offscreen", "--backend", "cpu", "--size", "320x200", "--steps-per-frame", "1"]
        # A log that finds no room leaves the older one: found out before, or when it begins.
        self.put("s.ezlog")
        said = self.ezscope("8k", *window, "--frames", "3", "--record", "s.ezlog")
        self.assertIn("s.ezlog needs ", said)
        self.assertIn("free some space", said)
        self.as_it_was("s.ezlog")
        window[0] = os.path.abspath(self.write("long.toml", SCENE.replace("ezscope = 1", f'ezscope = 1\ntext = "{400000 * "x"}"')))
        said = self.ezscope("300k", *window, "--frames", "3", "--record", "s.ezlog")
        self.assertIn("recorded no further: s.ezlog: No space left on device; make room there", said)
        self.as_it_was("s.ezlog")
        os.remove("old/s.ezlog")
        said = self.ezscope("4k", *window, "--frames", "2", "--screenshot", "w.png")
        self.assertIn("w.png", said)
        self.as_it_was()

    # Mesa maps its cache into memory, where a disk without room is a SIGBUS.
    def test_pictures_without_room_for_the_drivers_cache(self):
        scene, picture = os.path.abspath(self.scene), os.path.abspath("w.png")
        home = "unset MESA_SHADER_CACHE_DIR MESA_SHADER_CACHE_DISABLE MESA_GLSL_CACHE_DIR MESA_GLSL_CACHE_DISABLE; export HOME=$PWD XDG_CACHE_HOME=$PWD/cache XDG_CONFIG_HOME=$PWD XDG_STATE_HOME=$PWD; exec \"$@\""
        for command in ([scene, "--offscreen", "--frames", "2", "--screenshot", picture],
                        ["render", scene, "--steps", "2", "--out", picture]):
            done = self.on_a_disk("16k", "sh", "-c", home, "sh", PROGRAM, *command, "--backend", "cpu", "--size", "640x400")
            self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}\n{done.stderr}")
            self.assertTrue(read(picture).startswith(b"\x89PNG"))
            os.remove(picture)


if __name__ == "__main__":
    main()
